package io.fateflow.engine.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Counts transactions that wrote something, which are commits of connections on which a writing statement was executed, and
 * their statements, a batch as one. What only looks has no end: the job executor polls.
 */
final class CountedTransactions {

    private final AtomicInteger writing = new AtomicInteger();
    private final AtomicInteger statements = new AtomicInteger();

    int writing() {
        return writing.get();
    }

    int statements() {
        return statements.get();
    }

    DataSource around(DataSource target) {
        return new DelegatingDataSource(target) {
            @Override
            public Connection getConnection() throws java.sql.SQLException {
                return counted(super.getConnection());
            }
        };
    }

    private Connection counted(Connection target) {
        AtomicBoolean wrote = new AtomicBoolean();
        AtomicInteger executed = new AtomicInteger();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("commit")) {
                            int all = executed.getAndSet(0);
                            if (wrote.getAndSet(false)) {
                                writing.incrementAndGet();
                                statements.addAndGet(all);
                            }
                        } else if (method.getName().equals("rollback")) {
                            wrote.set(false);
                            executed.set(0);
                        }
                        Object result = method.invoke(target, arguments);
                        if (method.getName().equals("prepareStatement")) {
                            String sql = ((String) arguments[0]).strip().toLowerCase(Locale.ROOT);
                            return watched((PreparedStatement) result, !sql.startsWith("select"), wrote, executed);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static PreparedStatement watched(
            PreparedStatement target, boolean writes, AtomicBoolean wrote, AtomicInteger executed) {
        return (PreparedStatement) Proxy.newProxyInstance(
                CountedTransactions.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute")) {
                        executed.incrementAndGet();
                        wrote.compareAndSet(false, writes);
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
