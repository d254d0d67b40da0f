package io.fateflow.webapp.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Transactions of this server. One that a client waits for waits five seconds for a lock, and no longer: with the
 * repetitions of a lost race the call ends within fifteen, and says that it may be made again. H2 has the same limit in its
 * URL.
 */
@Component
final class ClientTransactions extends JdbcTransactionManager {

    private static final long serialVersionUID = 1;

    static final String LIMIT = "set local lock_timeout = '5s'";

    ClientTransactions(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    protected void prepareTransactionalConnection(Connection connection, TransactionDefinition definition)
            throws SQLException {
        super.prepareTransactionalConnection(connection, definition);
        boolean forAClient = RequestContextHolder.getRequestAttributes() != null;
        if (forAClient && connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(LIMIT);
            }
        }
    }
}
