package io.fateflow.engine.initiator;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.BatchPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.GeneratedKeyHolder;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.PartyCall;

/**
 * The rows of {@code party_command}. A party gets a job's commands one after the other, in the order they were written: of
 * those without an answer only the oldest has a process.
 *
 * <p>Whoever writes or answers locks the job's gate first, and task rows before that if it needs them.
 */
public final class CommandOutbox {

    /** What is written when a command comes to be. */
    private static final String NEW_COLUMNS =
            "job_id, role, party_id, component_name, task_id, task_version, action, body, create_time, message";

    private static final String NUMBER = "command_number";
    private static final String COLUMNS =
            NUMBER + ", " + NEW_COLUMNS + ", answer_time, retcode, timeouts, not_before, ready_time";
    private static final String LINE = "job_id = :job and role = :role and party_id = :party";
    /** What makes a party hold or run something: pointless once the job has ended. */
    private static final String ASKS = "('dependence/check', 'resource/apply', 'start', 'status/running')";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final RemoteProcesses processes;
    private final Clock clock;

    public CommandOutbox(JdbcTemplate jdbc, RemoteProcesses processes, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.batches = jdbc;
        this.processes = processes;
        this.clock = clock;
    }

    /** An empty sheet for {@link #write}. */
    NewCommands fresh() {
        return new NewCommands(clock.millis());
    }

    /** The call goes out after the commit, behind those before it. */
    void add(PartyCall call) {
        write(fresh().add(call));
    }

    /** They go out after the commit, each behind those before it; all are about one job. */
    void write(NewCommands commands) {
        List<PartyCommandRow> rows = commands.rows();
        if (rows.isEmpty()) {
            return;
        }
        String jobId = rows.get(0).jobId();
        lock(jobId);
        Set<Party> awaited = awaited(jobId);
        List<Long> numbers = insert(rows);
        for (int i = 0; i < rows.size(); i++) {
            if (awaited.add(rows.get(i).party())) {
                processes.startCommand(rows.get(i).key(numbers.get(i)));
            }
        }
    }

    /** Parties that have something to answer. */
    private Set<Party> awaited(String jobId) {
        return new HashSet<>(jdbc.sql(
                        "select distinct role, party_id from party_command where job_id = :job and answer_time is null")
                .param("job", jobId)
                .query((row, index) -> Party.of(row.getString("role"), row.getString("party_id")))
                .list());
    }

    /** Nobody else writes or answers commands of the job until the transaction ends. */
    void lock(String jobId) {
        jdbc.sql("select job_id from job where job_id = :job and is_initiator = true for update")
                .param("job", jobId)
                .query(String.class)
                .list();
    }

    /** @return their numbers */
    private List<Long> insert(List<PartyCommandRow> rows) {
        GeneratedKeyHolder numbers = new GeneratedKeyHolder();
        batches.batchUpdate(
                connection -> connection.prepareStatement(
                        "insert into party_command (" + NEW_COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
                        new String[] {NUMBER}),
                new BatchPreparedStatementSetter() {
                    @Override
                    public void setValues(PreparedStatement statement, int index) throws SQLException {
                        set(statement, rows.get(index));
                    }

                    @Override
                    public int getBatchSize() {
                        return rows.size();
                    }
                },
                numbers);
        return numbers.getKeyList().stream()
                .map(keys -> ((Number) Objects.requireNonNull(keys.get(NUMBER))).longValue())
                .toList();
    }

    private static void set(PreparedStatement statement, PartyCommandRow row) throws SQLException {
        statement.setString(1, row.jobId());
        statement.setString(2, row.party().role());
        statement.setString(3, row.party().idText());
        statement.setString(4, row.component());
        statement.setString(5, row.taskId());
        statement.setInt(6, row.version());
        statement.setString(7, row.action());
        statement.setString(8, row.body());
        statement.setLong(9, row.createTime());
    }

    /** The parameters of {@link #LINE}. */
    private static Map<String, Object> line(String jobId, Party party) {
        return Map.of("job", jobId, "role", party.role(), "party", party.idText());
    }

    /** A command, read without a lock. */
    public Optional<PartyCommandRow> find(@Nullable Long number) {
        return select("command_number = :number")
                .param("number", number)
                .query(CommandOutbox::row)
                .optional();
    }

    /** The oldest command to a party that has no answer. */
    Optional<PartyCommandRow> head(String jobId, Party party) {
        return select(LINE + " and answer_time is null order by command_number limit 1")
                .params(line(jobId, party))
                .query(CommandOutbox::row)
                .optional();
    }

    /** Commands to the same party that are younger than another and have no answer, oldest first. */
    List<PartyCommandRow> behind(PartyCommandRow other, int most) {
        return select(LINE + """
                 and answer_time is null and command_number > :number order by command_number
                fetch first :most rows only
                """)
                .params(line(other.jobId(), other.party()))
                .param("number", other.number())
                .param("most", most)
                .query(CommandOutbox::row)
                .list();
    }

    /** Those of some commands that have no answer. */
    Set<Long> unanswered(List<Long> numbers) {
        return new HashSet<>(jdbc.sql(
                        "select command_number from party_command where command_number in (:numbers) and answer_time is null")
                .param("numbers", numbers)
                .query(Long.class)
                .list());
    }

    /** What each of a job's parties has not answered yet, the oldest of each, in the global order of parties. */
    List<PartyCommandRow> heads(String jobId) {
        return select("""
                job_id = :job and command_number in (
                    select min(h.command_number) from party_command h
                    where h.job_id = party_command.job_id and h.answer_time is null
                    group by h.role, h.party_id)
                """).param("job", jobId).query(CommandOutbox::row).list().stream()
                .sorted((a, b) -> a.party().compareTo(b.party()))
                .toList();
    }

    /** Commands about the whole job to one party since it last began to wait, oldest first. */
    List<PartyCommandRow> sinceWaiting(String jobId, Party party) {
        return select(LINE + """
                 and task_id = '' and command_number >= (
                    select max(w.command_number) from party_command w
                    where w.job_id = party_command.job_id and w.role = party_command.role
                        and w.party_id = party_command.party_id and w.action = 'status/waiting')
                order by command_number
                """)
                .params(line(jobId, party))
                .query(CommandOutbox::row)
                .list();
    }

    /** A job's parties on other sites, each with its answer to the last {@code create}; empty for a local job. */
    public Map<Party, PartyCommandRow> creations(String jobId) {
        Map<Party, PartyCommandRow> creations = new LinkedHashMap<>();
        select("job_id = :job and task_id = '' and action = 'create' order by command_number")
                .param("job", jobId)
                .query(CommandOutbox::row)
                .list()
                .forEach(row -> creations.put(row.party(), row));
        return creations;
    }

    /** A party has answered commands alike. What comes next is up to {@link #sendNext}. */
    void answered(List<Long> numbers, int retcode, String message) {
        jdbc.sql("""
                update party_command set answer_time = :now, retcode = :retcode, message = :message
                where command_number in (:numbers)
                """)
                .param("now", clock.millis())
                .param("retcode", retcode)
                .param("message", message)
                .param("numbers", numbers)
                .update();
    }

    /**
     * A party has said that it may be asked again what it had not been ready for, or is being asked now.
     *
     * @return whether it was asked since the job last began to wait, and has not said so before
     */
    boolean ready(String jobId, String partyId) {
        return jdbc.sql("""
                        update party_command set ready_time = :now
                        where job_id = :job and party_id = :party and task_id = '' and action = 'dependence/check'
                            and (answer_time is null or retcode = :notYet) and ready_time = 0
                        """)
                        .param("now", clock.millis())
                        .param("job", jobId)
                        .param("party", partyId)
                        .param("notYet", Answer.RUNNING)
                        .update()
                > 0;
    }

    /** There was no answer in time: it is sent again, and not before then. */
    public void timedOut(PartyCommandRow row, long notBefore) {
        jdbc.sql("""
                update party_command set timeouts = timeouts + 1, not_before = :notBefore where command_number = :number
                """)
                .param("notBefore", notBefore)
                .param("number", row.number())
                .update();
    }

    /** The next command goes out to a party that has answered. */
    void sendNext(String jobId, Party party) {
        head(jobId, party).ifPresent(next -> processes.startCommand(next.key()));
    }

    /** Nothing that was not sent yet goes to a party that does not take part. */
    void dropAll(String jobId, Party party) {
        drop(LINE).params(line(jobId, party)).update();
    }

    /** Nothing is begun any more. What is under way may have been done, and keeps its place. */
    void dropAsks(String jobId) {
        drop("job_id = :job and action in " + ASKS + """
                 and exists (
                    select 1 from party_command h
                    where h.job_id = party_command.job_id and h.role = party_command.role
                        and h.party_id = party_command.party_id and h.answer_time is null
                        and h.command_number < party_command.command_number)
                """).param("job", jobId).update();
    }

    private StatementSpec drop(String which) {
        return jdbc.sql("""
                update party_command
                set answer_time = :now, retcode = :notSent, message = 'not sent: it had become pointless'
                where answer_time is null and\s""" + which).param("now", clock.millis()).param("notSent", PartyCommandRow.NOT_SENT);
    }

    private StatementSpec select(String which) {
        return jdbc.sql("select " + COLUMNS + " from party_command where " + which);
    }

    private static PartyCommandRow row(ResultSet row, int number) throws SQLException {
        return new PartyCommandRow(
                row.getLong(NUMBER),
                row.getString("job_id"),
                Party.of(row.getString("role"), row.getString("party_id")),
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
                row.getLong("not_before"),
                row.getLong("ready_time"));
    }
}
