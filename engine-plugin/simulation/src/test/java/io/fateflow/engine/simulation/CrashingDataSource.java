package io.fateflow.engine.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database connection whose site dies at the chosen commit: before it, or behind it. Dead sites write nothing. */
final class CrashingDataSource extends DelegatingDataSource {

    private volatile @Nullable CrashPoint armed;
    private final AtomicInteger commitsLeft = new AtomicInteger();
    private final AtomicLong uses = new AtomicLong();
    private volatile boolean dead;

    CrashingDataSource(DataSource target) {
        super(target);
    }

    /** The site will die at its commit of that number, if it gets so far. */
    void arm(CrashPoint point, int commit) {
        armed = point;
        commitsLeft.set(commit);
    }

    /** The site lives, and will not die. */
    void disarm() {
        armed = null;
        dead = false;
    }

    boolean isDead() {
        return dead;
    }

    /** How often a connection was asked for: whoever has seen this number before has seen all that was written. */
    long uses() {
        return uses.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        uses.incrementAndGet();
        if (dead) {
            throw new SiteCrashed();
        }
        return watched(super.getConnection());
    }

    private Connection watched(Connection target) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        return switch (method.getName()) {
                            case "commit" -> commit(target);
                            case "prepareStatement", "createStatement" -> {
                                requireAlive();
                                yield method.invoke(target, arguments);
                            }
                            default -> method.invoke(target, arguments);
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void requireAlive() {
        if (dead) {
            throw new SiteCrashed();
        }
    }

    private @Nullable Object commit(Connection target) throws SQLException {
        boolean dies = armed != null && commitsLeft.decrementAndGet() == 0;
        if (dead || (dies && armed == CrashPoint.BEFORE_COMMIT)) {
            dead = true;
            // whoever gives the connection back switches auto-commit on, and that would commit
            target.rollback();
            throw new SiteCrashed();
        }
        target.commit();
        if (dies) {
            dead = true;
            throw new SiteCrashed();
        }
        return null;
    }
}
