package io.fateflow.operations.doctor;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import io.fateflow.engine.node.DatabaseClock;

/** The site's servers agree on the time, and other sites answer in time. */
final class NodeChecks {

    private NodeChecks() {}

    static List<Check> all(long now) {
        return List.of(clockOff(), slowParty(now));
    }

    private static Check clockOff() {
        return new Check(
                Rule.CLOCK_OFF,
                """
                select node_name, clock_difference
                from server_node
                where abs(clock_difference) > :tolerated
                order by node_name
                """,
                Map.of("tolerated", DatabaseClock.TOLERATED.toMillis()),
                (row, number) -> Finding.of(
                        Rule.CLOCK_OFF,
                        "server " + row.getString("node_name"),
                        "its own clock is %s of the database's".formatted(off(row.getLong("clock_difference")))));
    }

    private static String off(long millis) {
        return "%d.%d s %s"
                .formatted(Math.abs(millis) / 1000, Math.abs(millis) % 1000 / 100, millis > 0 ? "ahead" : "behind");
    }

    private static Check slowParty(long now) {
        return new Check(
                Rule.SLOW_PARTY,
                """
                select party_id, took, since, not_before, timeouts
                from slow_party
                where slow_until >= :now and timeouts > 1
                order by party_id
                """,
                Map.of("now", now),
                (row, number) -> Finding.of(
                        Rule.SLOW_PARTY,
                        "party " + row.getLong("party_id"),
                        "it has not answered the last %d calls in time, the last one not within %d s; slow since %s, called"
                                        .formatted(
                                                row.getInt("timeouts"),
                                                Duration.ofMillis(row.getLong("took"))
                                                        .toSeconds(),
                                                time(row.getLong("since")))
                                + " again not before " + time(row.getLong("not_before"))));
    }

    private static Instant time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
    }
}
