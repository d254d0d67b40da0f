package io.fateflow.engine.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections whose database says something bad to those whom a test picks, and then can't be rolled back, either. */
final class BreakingDataSource extends DelegatingDataSource {

    /** Whom it hits. */
    enum Victims {
        NOBODY,
        /** Whoever does a step of the engine, but not whoever writes down that it has failed. */
        STEPS,
        /** Whoever looks for due jobs, with an error that is no exception. */
        LOOKS,
        /** All threads but the test's own. */
        EVERYBODY
    }

    private final Thread test = Thread.currentThread();
    private final String state;
    private final AtomicInteger broken = new AtomicInteger();
    private volatile Victims victims = Victims.NOBODY;

    BreakingDataSource(DataSource target, String state) {
        super(target);
        this.state = state;
    }

    void breaks(Victims whom) {
        victims = whom;
    }

    /** How often somebody was hit. */
    int broken() {
        return broken.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection target = super.getConnection();
        boolean[] spoilt = new boolean[1];
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && isVictim()) {
                        broken.incrementAndGet();
                        if (victims == Victims.LOOKS) {
                            throw new NoClassDefFoundError("the jar has been replaced");
                        }
                        spoilt[0] = true;
                        throw new SQLException("the database says so", state);
                    }
                    if (method.getName().equals("rollback") && spoilt[0]) {
                        target.rollback();
                        throw new SQLException("Connection is closed");
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private boolean isVictim() {
        return switch (victims) {
            case NOBODY -> false;
            case STEPS -> isWithin("ExecuteJobsCmd");
            case LOOKS -> isWithin("AcquireJobsCmd");
            case EVERYBODY -> Thread.currentThread() != test;
        };
    }

    private static boolean isWithin(String command) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(
                        frame -> frame.getClassName().equals("org.camunda.bpm.engine.impl.cmd." + command)));
    }
}
