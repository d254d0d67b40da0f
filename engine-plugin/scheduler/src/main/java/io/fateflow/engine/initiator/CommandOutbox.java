package io.fateflow.engine.initiator;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskCall;

/**
 * The rows of {@code party_command}. A party gets a job's commands one after the other, in the order they were written: of
 * those without an answer only the oldest has a process.
 *
 * <p>Whoever writes or answers locks the job's gate first, and task rows before that if it needs them.
 */
public final class CommandOutbox {

    private static final String COLUMNS =
            "command_number, job_id, role, party_id, component_name, task_id, task_version,"
                    + " action, body, create_time, answer_time, retcode, message, timeouts, not_before";
    private static final String LINE = " job_id = ? and role = ? and party_id = ?";
    /** What makes a party hold or run something: pointless once the job has ended. */
    private static final String ASKS = "('dependence/check', 'resource/apply', 'start', 'status/running')";

    private final JdbcTemplate jdbc;
    private final RemoteProcesses processes;
    private final Clock clock;

    public CommandOutbox(JdbcTemplate jdbc, RemoteProcesses processes, Clock clock) {
        this.jdbc = jdbc;
        this.processes = processes;
        this.clock = clock;
    }

    /** The call goes out after the commit, behind those before it. */
    void add(JobCall call) {
        add(call, Json.write(call.body()));
    }

    /** As {@link #add(JobCall)}, with a body that is made when the call is sent. */
    void addWithLateBody(JobCall call) {
        add(call, "");
    }

    private void add(JobCall call, String body) {
        String jobId = call.at().jobId();
        Party party = call.at().party();
        add(new PartyCommandRow(0, jobId, party, "", "", 0, call.action(), body, clock.millis(), 0, 0, "", 0, 0));
    }

    void add(TaskCall call) {
        add(call, Json.write(call.body()));
    }

    void addWithLateBody(TaskCall call) {
        add(call, "");
    }

    private void add(TaskCall call, String body) {
        TaskAddress at = call.at();
        add(new PartyCommandRow(
                0,
                at.jobId(),
                at.party(),
                at.component(),
                at.taskId(),
                at.version(),
                call.action(),
                body,
                clock.millis(),
                0,
                0,
                "",
                0,
                0));
    }

    private void add(PartyCommandRow row) {
        lock(row.jobId());
        boolean free = head(row.jobId(), row.party()).isEmpty();
        PartyCommandRow written = write(row);
        if (free) {
            processes.startCommand(written.key());
        }
    }

    /** Nobody else writes or answers commands of the job until the transaction ends. */
    void lock(String jobId) {
        jdbc.queryForList(
                "select job_id from job where job_id = ? and is_initiator = true for update", String.class, jobId);
    }

    private PartyCommandRow write(PartyCommandRow row) {
        GeneratedKeyHolder number = new GeneratedKeyHolder();
        jdbc.update(
                connection -> {
                    PreparedStatement statement = connection.prepareStatement(
                            "insert into party_command (job_id, role, party_id, component_name, task_id, task_version,"
                                    + " action, body, create_time, message) values (?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
                            new String[] {"command_number"});
                    statement.setString(1, row.jobId());
                    statement.setString(2, row.party().role());
                    statement.setString(3, Long.toString(row.party().partyId()));
                    statement.setString(4, row.component());
                    statement.setString(5, row.taskId());
                    statement.setInt(6, row.version());
                    statement.setString(7, row.action());
                    statement.setString(8, row.body());
                    statement.setLong(9, row.createTime());
                    return statement;
                },
                number);
        return find(number.getKeyAs(Long.class)).orElseThrow();
    }

    /** A command, read without a lock. */
    public Optional<PartyCommandRow> find(@Nullable Long number) {
        return select("command_number = ?", number).stream().findFirst();
    }

    /** The oldest command to a party that has no answer. */
    Optional<PartyCommandRow> head(String jobId, Party party) {
        return select(
                        LINE + " and answer_time is null order by command_number limit 1",
                        jobId,
                        party.role(),
                        Long.toString(party.partyId()))
                .stream()
                .findFirst();
    }

    /** What each of a job's parties has not answered yet, the oldest of each, in the global order of parties. */
    List<PartyCommandRow> heads(String jobId) {
        return select(
                        "job_id = ? and command_number in (select min(h.command_number) from party_command h"
                                + " where h.job_id = party_command.job_id and h.answer_time is null"
                                + " group by h.role, h.party_id)",
                        jobId)
                .stream()
                .sorted((a, b) -> a.party().compareTo(b.party()))
                .toList();
    }

    /** Commands about the whole job to one party since it last began to wait, oldest first. */
    List<PartyCommandRow> sinceWaiting(String jobId, Party party) {
        return select(
                LINE + " and task_id = '' and command_number >= (select max(w.command_number) from party_command w"
                        + " where w.job_id = party_command.job_id and w.role = party_command.role"
                        + " and w.party_id = party_command.party_id and w.action = 'status/waiting')"
                        + " order by command_number",
                jobId,
                party.role(),
                Long.toString(party.partyId()));
    }

    /** A job's parties on other sites, each with its answer to the last {@code create}; empty for a local job. */
    public Map<Party, PartyCommandRow> creations(String jobId) {
        Map<Party, PartyCommandRow> creations = new LinkedHashMap<>();
        select("job_id = ? and task_id = '' and action = 'create' order by command_number", jobId)
                .forEach(row -> creations.put(row.party(), row));
        return creations;
    }

    /** A party has answered. What comes next is up to {@link #sendNext}. */
    void answered(PartyCommandRow row, int retcode, String message) {
        jdbc.update(
                "update party_command set answer_time = ?, retcode = ?, message = ? where command_number = ?",
                clock.millis(),
                retcode,
                message,
                row.number());
    }

    /** There was no answer in time: it is sent again, and not before then. */
    public void timedOut(PartyCommandRow row, long notBefore) {
        jdbc.update(
                "update party_command set timeouts = timeouts + 1, not_before = ? where command_number = ?",
                notBefore,
                row.number());
    }

    /** The next command goes out to a party that has answered. */
    void sendNext(String jobId, Party party) {
        head(jobId, party).ifPresent(next -> processes.startCommand(next.key()));
    }

    /** Nothing that was not sent yet goes to a party that does not take part. */
    void dropAll(String jobId, Party party) {
        drop(LINE + " and answer_time is null", jobId, party.role(), Long.toString(party.partyId()));
    }

    /** Nothing is begun any more. What is under way may have been done, and keeps its place. */
    void dropAsks(String jobId) {
        drop(
                "job_id = ? and answer_time is null and action in " + ASKS
                        + " and exists (select 1 from party_command h"
                        + " where h.job_id = party_command.job_id and h.role = party_command.role"
                        + " and h.party_id = party_command.party_id and h.answer_time is null"
                        + " and h.command_number < party_command.command_number)",
                jobId);
    }

    private void drop(String which, Object... values) {
        Object[] all = new Object[values.length + 2];
        all[0] = clock.millis();
        all[1] = PartyCommandRow.NOT_SENT;
        System.arraycopy(values, 0, all, 2, values.length);
        jdbc.update(
                "update party_command set answer_time = ?, retcode = ?, message = 'not sent: it had become pointless'"
                        + " where " + which,
                all);
    }

    private List<PartyCommandRow> select(String which, @Nullable Object... values) {
        return jdbc.query("select " + COLUMNS + " from party_command where " + which, CommandOutbox::row, values);
    }

    private static PartyCommandRow row(ResultSet row, int number) throws SQLException {
        return new PartyCommandRow(
                row.getLong("command_number"),
                row.getString("job_id"),
                new Party(row.getString("role"), Long.parseLong(row.getString("party_id"))),
                row.getString("component_name"),
                row.getString("task_id"),
                row.getInt("task_version"),
                row.getString("action"),
                row.getString("body"),
                row.getLong("create_time"),
                row.getLong("answer_time"),
                row.getInt("retcode"),
                row.getString("message"),
                row.getInt("timeouts"),
                row.getLong("not_before"));
    }
}
