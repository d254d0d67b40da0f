package io.fateflow.engine.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts the rows that statements hand out, and those that they change. */
final class ReadRows {

    private final AtomicLong rows = new AtomicLong();

    /** Since the last call. */
    long count() {
        return rows.getAndSet(0);
    }

    DataSource around(DataSource target) {
        return new DelegatingDataSource(target) {
            @Override
            public Connection getConnection() throws SQLException {
                return counted(Connection.class, super.getConnection());
            }
        };
    }

    private <T> T counted(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                ReadRows.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return counted(method, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private Object counted(Method method, Object result) {
        if (result instanceof ResultSet set) {
            return counted(ResultSet.class, set);
        }
        if (result instanceof PreparedStatement statement) {
            return counted(PreparedStatement.class, statement);
        }
        if (result instanceof Statement statement) {
            return counted(Statement.class, statement);
        }
        if (method.getName().equals("next") && Boolean.TRUE.equals(result)) {
            rows.incrementAndGet();
        } else if (method.getName().equals("executeUpdate") && result instanceof Integer changed) {
            rows.addAndGet(changed);
        }
        return result;
    }
}
