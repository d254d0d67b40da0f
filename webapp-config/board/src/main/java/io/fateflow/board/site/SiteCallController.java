package io.fateflow.board.site;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What this site, as a job's initiator, asks of others: what is under way, and what was refused or not answered lately. */
@RestController
class SiteCallController {

    private static final int MOST = 50;

    /** Commands that are looked through for such as failed: there may be millions behind them. */
    private static final int LOOKED_THROUGH = 5_000;

    private final JdbcTemplate jdbc;

    SiteCallController(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A command to a party; times are epoch milliseconds.
     *
     * @param component empty if it is about the whole job
     * @param timeouts how often nobody answered in time
     * @param notBefore when it is sent again; 0 if it may be sent now
     */
    record Call(
            String jobId,
            String role,
            String partyId,
            String component,
            String action,
            long since,
            int timeouts,
            long notBefore,
            String message) {}

    /** A command that was not carried out. */
    record Failure(
            String jobId, String role, String partyId, String component, String action, long time, String message) {}

    /** A site that answers slowly, and is asked one thing at a time until it has been quick again. */
    record Slow(String partyId, int timeouts, long since, long notBefore) {}

    record Answer(List<Call> underWay, List<Failure> failures, List<Slow> slow) {}

    @GetMapping("/board/api/sites/calls")
    Answer calls() {
        return new Answer(underWay(), failures(), slow());
    }

    private List<Call> underWay() {
        return jdbc.query(
                "select c.job_id, c.role, c.party_id, c.component_name, c.action, c.create_time, c.timeouts, c.not_before,"
                        + " c.message from party_command c join job j on j.job_id = c.job_id and j.is_initiator = true"
                        + " where c.answer_time is null and j.status in ('waiting', 'running')"
                        + " order by c.command_number limit " + MOST,
                (row, number) -> new Call(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getLong(6),
                        row.getInt(7),
                        row.getLong(8),
                        text(row.getString(9))));
    }

    private List<Failure> failures() {
        return jdbc.query(
                "select job_id, role, party_id, component_name, action, answer_time, message from party_command"
                        + " where answer_time is not null and retcode <> 0 and command_number >"
                        + " (select coalesce(max(command_number), 0) from party_command) - " + LOOKED_THROUGH
                        + " order by command_number desc limit " + MOST,
                (row, number) -> new Failure(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getLong(6),
                        text(row.getString(7))));
    }

    private List<Slow> slow() {
        return jdbc.query(
                "select party_id, timeouts, since, not_before from slow_party order by party_id",
                (row, number) -> new Slow(row.getString(1), row.getInt(2), row.getLong(3), row.getLong(4)));
    }

    private static String text(@Nullable String message) {
        return message == null ? "" : message;
    }
}
