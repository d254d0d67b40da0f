package io.fateflow.engine.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Counts transactions that wrote something, which are commits of connections on which a writing statement was prepared, and how
 * often rows of tasks were read to be locked.
 */
final class CountedTransactions {

    private static final Pattern LOCKS_TASKS = Pattern.compile("select .* from task\\b.* for update", Pattern.DOTALL);

    private final AtomicInteger writing = new AtomicInteger();
    private final AtomicInteger taskLocks = new AtomicInteger();

    int writing() {
        return writing.get();
    }

    int taskLocks() {
        return taskLocks.get();
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
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("commit") && wrote.getAndSet(false)) {
                            writing.incrementAndGet();
                        }
                        Object result = method.invoke(target, arguments);
                        if (method.getName().equals("prepareStatement")) {
                            String sql = ((String) arguments[0]).strip().toLowerCase(Locale.ROOT);
                            if (LOCKS_TASKS.matcher(sql).matches()) {
                                taskLocks.incrementAndGet();
                            }
                            return sql.startsWith("select") ? result : watched((PreparedStatement) result, wrote);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private PreparedStatement watched(PreparedStatement target, AtomicBoolean wrote) {
        return (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute")) {
                        wrote.set(true);
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
