package io.fateflow.database.testing;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What one test has done to a database, the next one does not see. */
final class TestPostgresTest {

    private static final String OF_THE_DATABASE = "select oid from pg_database where datname = current_database()";
    private static final String CHAINS = "select count(*) from audit_chain";

    @Test
    void rowsAndNumbersAreAsTheyWereMade() {
        JdbcTemplate first = new JdbcTemplate(TestPostgres.withTables("rows"));
        Long database = first.queryForObject(OF_THE_DATABASE, Long.class);
        Integer chains = first.queryForObject(CHAINS, Integer.class);
        first.update("delete from audit_chain");
        first.update("insert into job_body (job_id, dsl, runtime_conf, train_runtime_conf, dag_key)"
                + " values ('1', '{}', '{}', '{}', 'k')");
        first.queryForObject("select nextval(pg_get_serial_sequence('placement_queue', 'place_number'))", Long.class);

        JdbcTemplate second = new JdbcTemplate(TestPostgres.withTables("rows"));

        assertThat(second.queryForObject(OF_THE_DATABASE, Long.class)).isEqualTo(database);
        assertThat(second.queryForObject(CHAINS, Integer.class))
                .isEqualTo(chains)
                .isPositive();
        assertThat(second.queryForObject("select count(*) from job_body", Integer.class))
                .isZero();
        assertThat(second.queryForObject(
                        "select nextval(pg_get_serial_sequence('placement_queue', 'place_number'))", Long.class))
                .isEqualTo(1);
    }

    @Test
    void oneWithOtherTablesIsMadeAnew() {
        JdbcTemplate first = new JdbcTemplate(TestPostgres.withTables("altered"));
        Long database = first.queryForObject(OF_THE_DATABASE, Long.class);
        first.execute("alter table job add column colour varchar(10)");

        JdbcTemplate second = new JdbcTemplate(TestPostgres.withTables("altered"));

        assertThat(second.queryForObject(OF_THE_DATABASE, Long.class)).isNotEqualTo(database);
        assertThatThrownBy(() -> second.queryForList("select colour from job")).hasMessageContaining("colour");
    }

    @Test
    void whoWasConnectedIsSoNoMore() throws SQLException {
        DataSource first = TestPostgres.withTables("connected");
        try (Connection left = first.getConnection()) {
            left.setAutoCommit(false);
            left.createStatement().execute("lock table job");

            JdbcTemplate second = new JdbcTemplate(TestPostgres.withTables("connected"));

            assertThat(second.queryForObject("select count(*) from job", Integer.class))
                    .isZero();
            assertThatThrownBy(left::commit).isInstanceOf(SQLException.class);
        }
    }
}
