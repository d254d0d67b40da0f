package io.fateflow.operations.doctor;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

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
}
