package io.fateflow.tools.bench;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Counts the transactions that write, which are commits after at least one insert, update or delete, and their statements,
 * a batch as one. What only looks has no end: the job executor polls.
 */
final class WriteCount implements BeanPostProcessor {

    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong statements = new AtomicLong();
    private volatile boolean counting;

    /**
     * Starts or stops counting; while nobody counts, connections are handed out as they are.
     *
     * @return what there was since the last call
     */
    Counts count(boolean on) {
        counting = on;
        return new Counts(transactions.getAndSet(0), statements.getAndSet(0));
    }

    /**
     * What was counted.
     *
     * @param transactions those that write
     * @param statements theirs
     */
    record Counts(long transactions, long statements) {}

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof HikariDataSource source ? around(source) : bean;
    }

    private DataSource around(DataSource source) {
        return proxy(
                DataSource.class,
                source,
                (result, method, arguments) ->
                        counting && result instanceof Connection connection ? connection(connection) : result);
    }

    private Connection connection(Connection connection) {
        AtomicBoolean wrote = new AtomicBoolean();
        AtomicLong executed = new AtomicLong();
        return proxy(Connection.class, connection, (result, method, arguments) -> {
            if (method.getName().equals("commit") || method.getName().equals("rollback")) {
                long all = executed.getAndSet(0);
                if (wrote.getAndSet(false) && method.getName().equals("commit")) {
                    transactions.incrementAndGet();
                    statements.addAndGet(all);
                }
            } else if (result instanceof PreparedStatement statement) {
                return isWrite(arguments)
                        ? writing(statement, connection, wrote, executed)
                        : reading(statement, executed);
            }
            return result;
        });
    }

    private static PreparedStatement reading(PreparedStatement statement, AtomicLong executed) {
        return proxy(PreparedStatement.class, statement, (result, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                executed.incrementAndGet();
            }
            return result;
        });
    }

    private PreparedStatement writing(
            PreparedStatement statement, Connection connection, AtomicBoolean wrote, AtomicLong executed) {
        return proxy(PreparedStatement.class, statement, (result, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                executed.incrementAndGet();
                if (connection.getAutoCommit()) {
                    transactions.incrementAndGet();
                    statements.addAndGet(executed.getAndSet(0));
                } else {
                    wrote.set(true);
                }
            }
            return result;
        });
    }

    private static boolean isWrite(Object[] arguments) {
        String sql = String.valueOf(arguments[0]).stripLeading().toLowerCase(Locale.ROOT);
        return !sql.startsWith("select") && !sql.startsWith("with");
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        InvocationHandler handler = (self, method, arguments) -> {
            if (method.getName().equals("equals")) {
                return self == arguments[0];
            }
            try {
                return after.apply(method.invoke(target, arguments), method, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @FunctionalInterface
    private interface After {
        Object apply(Object result, Method method, Object[] arguments) throws Exception;
    }
}
