package io.fateflow.operations.query;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.threeten.extra.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** What of the past is counted once, and what each time. */
class RowCountsTest {

    private static final RowShape SHAPE = new RowShape("t").text("role", "status");
    private static final int MANY = (int) RowCounts.MANY;

    private final MutableClock clock = MutableClock.of(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:row-counts", "sa", "", true);
    private final NamedParameterJdbcTemplate jdbc = new NamedParameterJdbcTemplate(database);
    private final RowCounts counts = new RowCounts(jdbc, clock, "thing t", "t.create_time");

    @BeforeEach
    void table() {
        jdbc.getJdbcTemplate()
                .execute("create table thing (role varchar(20), status varchar(20), create_time bigint not null)");
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @Test
    void fewRowsAreCountedEachTime() {
        rows(10, "guest", "running", Duration.ofHours(2));
        assertThat(count("")).isEqualTo(10);

        jdbc.getJdbcTemplate().update("delete from thing where rownum() = 1");

        assertThat(count("")).isEqualTo(9);
    }

    @Test
    void ofManyThoseOfThePastAreCountedOnceAMinuteAndNewOnesAtOnce() {
        rows(MANY, "guest", "success", Duration.ofHours(2));
        rows(5, "host", "success", Duration.ofHours(2));
        assertThat(count("")).isEqualTo(MANY + 5);

        jdbc.getJdbcTemplate().update("delete from thing where role = 'host'");
        rows(3, "guest", "running", Duration.ZERO);

        assertThat(count("")).as("what was removed is still counted").isEqualTo(MANY + 5 + 3);
        clock.add(RowCounts.KEPT);
        assertThat(count("")).isEqualTo(MANY + 3);
    }

    @Test
    void rowsThatBecomePastAreCountedOnce() {
        rows(MANY, "guest", "success", Duration.ofHours(2));
        rows(7, "guest", "success", Duration.ofMinutes(30));
        assertThat(count("")).isEqualTo(MANY + 7);

        clock.add(RowCounts.PAST);

        assertThat(count("")).isEqualTo(MANY + 7);
        assertThat(count("")).isEqualTo(MANY + 7);
    }

    @Test
    void eachConditionHasItsOwnCount() {
        rows(MANY, "guest", "success", Duration.ofHours(2));
        rows(MANY + 1, "host", "success", Duration.ofHours(2));

        assertThat(count("role", "guest")).isEqualTo(MANY);
        assertThat(count("role", "host")).isEqualTo(MANY + 1);
        assertThat(count("role", "guest")).isEqualTo(MANY);
        assertThat(count("")).isEqualTo(2 * MANY + 1);
    }

    @Test
    void whatChangesIsCountedEachTime() {
        rows(MANY + 2, "guest", "running", Duration.ofHours(2));
        assertThat(count("status", "running")).isEqualTo(MANY + 2);

        jdbc.getJdbcTemplate().update("update thing set status = 'failed' where rownum() <= 2");

        assertThat(count("status", "running")).isEqualTo(MANY);
    }

    @Test
    void aListIsNotRemembered() {
        rows(MANY + 2, "guest", "running", Duration.ofHours(2));
        ObjectNode filter = JsonNodeFactory.instance.objectNode();
        filter.putArray("role").add("guest").add("host");
        Criteria list = Criteria.of(SHAPE, filter, ZoneOffset.UTC);
        assertThat(counts.count(list)).isEqualTo(MANY + 2);

        jdbc.getJdbcTemplate().update("delete from thing where rownum() <= 2");

        assertThat(counts.count(list)).isEqualTo(MANY);
    }

    private long count(String... columnAndValue) {
        ObjectNode filter = JsonNodeFactory.instance.objectNode();
        if (columnAndValue.length == 2) {
            filter.put(columnAndValue[0], columnAndValue[1]);
        }
        return counts.count(Criteria.of(SHAPE, filter, ZoneOffset.UTC));
    }

    private void rows(int number, String role, String status, Duration ago) {
        jdbc.getJdbcTemplate()
                .update(
                        "insert into thing select ?, ?, ? from system_range(1, ?)",
                        role,
                        status,
                        clock.millis() - ago.toMillis(),
                        number);
    }
}
