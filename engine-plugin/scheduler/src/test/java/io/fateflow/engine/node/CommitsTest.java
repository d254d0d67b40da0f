package io.fateflow.engine.node;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

class CommitsTest {

    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:commits", "sa", "", true);
    private final TransactionTemplate transactions =
            new TransactionTemplate(new DataSourceTransactionManager(database));
    private final Commits commits = new Commits();
    private final JdbcTemplate jdbc = commits.watched(database);
    private final AtomicInteger told = new AtomicInteger();

    @BeforeEach
    void aTable() {
        jdbc.execute("create table thing (id integer)");
        commits.onCommit(told::incrementAndGet);
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @Test
    void tellsOnceATransactionAndOnlyWhenItIsCommitted() {
        transactions.executeWithoutResult(transaction -> {
            jdbc.update("insert into thing values (?)", 1);
            jdbc.batchUpdate(
                    "insert into thing values (?)", List.of(2, 3), 10, (statement, id) -> statement.setInt(1, id));
            assertThat(told).hasValue(0);
        });
        assertThat(told).hasValue(1);

        transactions.executeWithoutResult(transaction -> jdbc.update("delete from thing"));
        assertThat(told).hasValue(2);
    }

    @Test
    void tellsNothingThatWasRolledBackOrOnlyRead() {
        transactions.executeWithoutResult(transaction -> {
            jdbc.update("insert into thing values (1)");
            transaction.setRollbackOnly();
        });
        transactions.executeWithoutResult(transaction -> jdbc.queryForList("select id from thing", Integer.class));
        transactions.executeWithoutResult(transaction -> jdbc.update("delete from thing where id = 99"));

        assertThat(told).hasValue(0);
    }

    @Test
    void tellsOfAWriteWithoutATransactionAtOnce() {
        jdbc.update("insert into thing values (?)", 1);

        assertThat(told).hasValue(1);
    }
}
