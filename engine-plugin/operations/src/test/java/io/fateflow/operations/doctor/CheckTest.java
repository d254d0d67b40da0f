package io.fateflow.operations.doctor;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.database.testing.TestSchema;

import static org.assertj.core.api.Assertions.assertThat;

class CheckTest {

    @Test
    void ofManyFindingsTheFirstAreTold() {
        SingleConnectionDataSource database = new SingleConnectionDataSource("jdbc:h2:mem:check", "sa", "", true);
        Check check = Check.of(
                Rule.PARTIES_DISAGREE,
                "select x from system_range(1, 150) where x > :recent order by x",
                (row, number) -> Finding.of(Rule.PARTIES_DISAGREE, "job " + row.getLong("x"), ""));

        assertThat(check.look(Check.client(database), 10))
                .hasSize(Check.MOST)
                .first()
                .extracting(Finding::place)
                .isEqualTo("job 11");
        database.destroy();
    }

    /** It asks anew for each row what is in brackets, as soon as anybody writes: of 8,000 recent jobs, checks did not end in minutes. */
    @Test
    void h2FindsRecentJobsByAnIndexAndDoesNotAskForEachRow() {
        SingleConnectionDataSource database = new SingleConnectionDataSource("jdbc:h2:mem:recent", "sa", "", true);
        TestSchema.migrate(database);
        JdbcClient h2 = JdbcClient.create(database);
        List<Check> checks = Stream.concat(StatusChecks.all().stream(), LeaseChecks.all(0, 0).stream())
                .filter(check -> check.sql().contains(":recent"))
                .toList();

        assertThat(checks).hasSize(4).allSatisfy(check -> assertThat(h2.sql("explain " + check.sql())
                        .param("recent", 1)
                        .query(String.class)
                        .single())
                .contains("JOB_BY_CREATE_TIME: CREATE_TIME >")
                .doesNotContainPattern("JOB_ID\"? IN ?\\("));
        database.destroy();
    }
}
