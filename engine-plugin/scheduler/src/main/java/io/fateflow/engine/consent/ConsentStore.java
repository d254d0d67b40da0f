package io.fateflow.engine.consent;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.GeneratedKeyHolder;

import io.fateflow.database.Json;
import io.fateflow.database.Texts;
import io.fateflow.dsl.Party;

/** The rows of {@code consent}; whoever decides has the row locked. */
public final class ConsentStore {

    private static final String NEW_COLUMNS = """
            job_id, role, party_id, initiator_role, initiator_party_id, table_namespace, table_name, modules, column_names,
            row_count, purpose, state, policy_decision, policy_version, policy_rule, reason, approver, four_eyes, ask_time, expire_time,
            escalate_to, escalate_time, escalated, first_by, decided_by, decide_time, remark, remembered_from, process_instance_id""";

    private static final String COLUMNS = "consent_id, valid_until, uses_allowed, " + NEW_COLUMNS;
    private static final String AT = "job_id = :job and role = :role and party_id = :party";
    private static final Duration OF_LATE = Duration.ofDays(30);

    /** As long as what an owner, a policy or a submitter writes is kept. */
    static final int LONGEST_TEXT = 2000;

    private static final int LONGEST_NAME = 255;

    private final JdbcClient jdbc;
    private final Clock clock;

    public ConsentStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /** How a consent begins. */
    public record Beginning(
            ConsentState state,
            String decidedBy,
            String remark,
            @Nullable Long rememberedFrom) {}

    /**
     * Writes down what was asked for and what has come of it so far, in place of what was written for the same job, party and
     * table before.
     *
     * @return the row's id
     */
    public long begin(ConsentQuestion question, Beginning beginning, String processInstanceId) {
        ConsentRequest request = question.request();
        PolicyAnswer answer = question.answer();
        at(
                        request.jobId(),
                        request.own(),
                        "delete from consent where " + AT + " and table_namespace = :namespace and table_name = :name")
                .param("namespace", request.table().namespace())
                .param("name", request.table().name())
                .update();
        long now = clock.millis();
        boolean asked = beginning.state() == ConsentState.ASKED;
        PolicyAnswer.Escalation escalation = asked ? answer.escalation() : null;
        GeneratedKeyHolder id = new GeneratedKeyHolder();
        at(request.jobId(), request.own(), "insert into consent (" + NEW_COLUMNS + """
                ) values (:job, :role, :party, :initiatorRole, :initiatorParty, :namespace, :name, :modules, :columns,
                    :rows, :purpose, :state, :decision, :version, :rule, :reason, :approver, :fourEyes, :now, :expire,
                    :escalateTo, :escalate, false, '', :decidedBy, :decided, :remark, :rememberedFrom, :instance)
                """)
                .param("initiatorRole", request.initiator().role())
                .param("initiatorParty", request.initiator().idText())
                .param("namespace", request.table().namespace())
                .param("name", request.table().name())
                .param("modules", json(request.table().modules()))
                .param("columns", json(request.table().columns()))
                .param("rows", request.table().rows())
                .param("purpose", request.purpose())
                .param("state", beginning.state().wire())
                .param("decision", answer.decision().wire())
                .param("version", answer.version())
                .param("rule", fitted(answer.rule(), LONGEST_NAME))
                .param("reason", fitted(answer.reason(), LONGEST_TEXT))
                .param("approver", fitted(answer.approver(), LONGEST_NAME))
                .param("fourEyes", answer.fourEyes())
                .param("now", now)
                .param("expire", asked ? now + answer.expireAfter().toMillis() : null)
                .param("escalateTo", escalation == null ? "" : fitted(escalation.group(), LONGEST_NAME))
                .param(
                        "escalate",
                        escalation == null ? null : now + escalation.after().toMillis())
                .param("decidedBy", fitted(beginning.decidedBy(), LONGEST_NAME))
                .param("decided", asked ? null : now)
                .param("remark", fitted(beginning.remark(), LONGEST_TEXT))
                .param("rememberedFrom", beginning.rememberedFrom())
                .param("instance", processInstanceId)
                .update(id, "consent_id");
        return id.getKeyAs(Long.class);
    }

    /** A consent, read without a lock. */
    public Optional<ConsentRow> find(long id) {
        return one("", id);
    }

    /** A consent; nobody else decides about it until the transaction ends. */
    public Optional<ConsentRow> lock(long id) {
        return one(" for update", id);
    }

    private Optional<ConsentRow> one(String end, long id) {
        return jdbc.sql("select " + COLUMNS + " from consent where consent_id = :id" + end)
                .param("id", id)
                .query(ConsentStore::row)
                .optional();
    }

    /** Those of a job at a party, by table. */
    public List<ConsentRow> of(String jobId, Party own) {
        return at(
                        jobId,
                        own,
                        "select " + COLUMNS + " from consent where " + AT + " order by table_namespace, table_name")
                .query(ConsentStore::row)
                .list();
    }

    /** Those of a job at all parties of this site. */
    public List<ConsentRow> of(String jobId) {
        return jdbc.sql("select " + COLUMNS + " from consent where job_id = :job order by role, party_id, consent_id")
                .param("job", jobId)
                .query(ConsentStore::row)
                .list();
    }

    /** Whether there are any of a job. */
    boolean has(String jobId) {
        return jdbc.sql("select count(*) > 0 from consent where job_id = :job")
                .param("job", jobId)
                .query(Boolean.class)
                .single();
    }

    /** Those in one state, the newest first. */
    public List<ConsentRow> in(ConsentState state, int most) {
        return jdbc.sql("select " + COLUMNS
                        + " from consent where state = :state order by ask_time desc, consent_id desc limit :most")
                .param("state", state.wire())
                .param("most", most)
                .query(ConsentStore::row)
                .list();
    }

    /** All, the newest first. */
    public List<ConsentRow> all(int most) {
        return jdbc.sql("select " + COLUMNS + " from consent order by ask_time desc, consent_id desc limit :most")
                .param("most", most)
                .query(ConsentStore::row)
                .list();
    }

    /** How many consents an initiator has used for a table in the last 30 days. */
    long usesOfLate(ConsentRequest request) {
        return ofTable(request, "select count(*) from consent where " + OF_TABLE + " and decide_time > :since")
                .param("since", clock.millis() - OF_LATE.toMillis())
                .query(Long.class)
                .single();
    }

    private static final String OF_TABLE = """
            table_namespace = :namespace and table_name = :name and initiator_party_id = :initiator and role = :role
            and party_id = :party and state = 'granted'""";

    /**
     * A grant for later jobs that covers a request, locked until the transaction ends: columns and modules are among those that
     * were granted, the purpose is the same, and it is neither too late nor used up. The table may have more rows than then.
     */
    public Optional<ConsentRow> remembered(ConsentRequest request) {
        List<ConsentRow> candidates = ofTable(request, "select " + COLUMNS + " from consent where " + OF_TABLE + """
                 and remembered_from is null and (valid_until is not null or uses_allowed is not null)
                order by consent_id for update
                """)
                .query(ConsentStore::row)
                .list();
        return candidates.stream()
                .filter(grant -> covers(grant.request(), request) && !isTooLate(grant))
                .filter(grant -> grant.usesAllowed() == null || uses(grant.id()) < grant.usesAllowed())
                .findFirst();
    }

    private static boolean covers(ConsentRequest granted, ConsentRequest asked) {
        return granted.purpose().equals(asked.purpose())
                && granted.table().modules().containsAll(asked.table().modules())
                && granted.table().columns().containsAll(asked.table().columns())
                && granted.table().columns().isEmpty()
                        == asked.table().columns().isEmpty();
    }

    /** Whether the time for which it was granted is over. */
    public boolean isTooLate(ConsentRow grant) {
        return grant.validUntil() != null && grant.validUntil() <= clock.millis();
    }

    /** Whether the time to decide is over. */
    public boolean isOver(ConsentRow asked) {
        return asked.expireTime() != null && asked.expireTime() <= clock.millis();
    }

    /** For how many jobs a grant was used, its own among them. */
    public long uses(long id) {
        return jdbc.sql("select count(*) from consent where remembered_from = :id and state = 'granted'")
                        .param("id", id)
                        .query(Long.class)
                        .single()
                + 1;
    }

    /** The consents of later jobs that a grant allows. */
    public List<ConsentRow> allowedBy(long id) {
        return jdbc.sql("select " + COLUMNS
                        + " from consent where remembered_from = :id and state = 'granted' order by consent_id")
                .param("id", id)
                .query(ConsentStore::row)
                .list();
    }

    private StatementSpec ofTable(ConsentRequest request, String sql) {
        return jdbc.sql(sql)
                .param("namespace", request.table().namespace())
                .param("name", request.table().name())
                .param("initiator", request.initiator().idText())
                .param("role", request.own().role())
                .param("party", request.own().idText());
    }

    /** What somebody has decided, with the conditions of a grant. */
    public record Decided(
            ConsentState state,
            String by,
            String remark,
            @Nullable Long validUntil,
            @Nullable Integer usesAllowed) {}

    /** Takes a decision about a consent that is in a state, and locked by the caller. */
    public void decide(long id, Decided decided) {
        jdbc.sql("""
                update consent
                set state = :state, decided_by = :by, decide_time = :now, remark = :remark, valid_until = :until,
                    uses_allowed = :uses
                where consent_id = :id
                """)
                .param("state", decided.state().wire())
                .param("by", fitted(decided.by(), LONGEST_NAME))
                .param("now", clock.millis())
                .param("remark", fitted(decided.remark(), LONGEST_TEXT))
                .param("until", decided.validUntil())
                .param("uses", decided.usesAllowed())
                .param("id", id)
                .update();
    }

    /** The group that the policy has named for that may decide from now on. */
    public void escalated(long id) {
        jdbc.sql("update consent set escalated = true where consent_id = :id")
                .param("id", id)
                .update();
    }

    /** The first of two has granted; the conditions are the second's to decide. */
    public void first(long id, String by, String remark) {
        jdbc.sql("update consent set first_by = :by, remark = :remark where consent_id = :id")
                .param("by", fitted(by, LONGEST_NAME))
                .param("remark", fitted(remark, LONGEST_TEXT))
                .param("id", id)
                .update();
    }

    /**
     * The job has ended at a party.
     *
     * @return whether somebody was to decide still
     */
    boolean cancel(String jobId, Party own) {
        return at(
                                jobId,
                                own,
                                "update consent set state = 'canceled', decide_time = :now where " + AT
                                        + " and state = 'asked'")
                        .param("now", clock.millis())
                        .update()
                > 0;
    }

    private StatementSpec at(String jobId, Party own, String sql) {
        return jdbc.sql(sql).params(Map.of("job", jobId, "role", own.role(), "party", own.idText()));
    }

    private static String json(Collection<String> texts) {
        ArrayNode array = Json.object().putArray("texts");
        texts.forEach(array::add);
        return Json.write(array);
    }

    private static List<String> texts(String json) {
        List<String> texts = new ArrayList<>();
        for (JsonNode text : Json.read(json)) {
            texts.add(text.asText());
        }
        return texts;
    }

    /** As much of a text as is kept: it only tells people something. */
    static String fitted(String text, int length) {
        String clean = Texts.cleaned(text);
        if (clean.length() <= length) {
            return clean;
        }
        int end = Character.isHighSurrogate(clean.charAt(length - 1)) ? length - 1 : length;
        return clean.substring(0, end);
    }

    private static ConsentRow row(ResultSet row, int number) throws SQLException {
        return new ConsentRow(
                row.getLong("consent_id"),
                request(row),
                ConsentState.of(row.getString("state")),
                answer(row),
                row.getLong("ask_time"),
                time(row, "expire_time"),
                row.getBoolean("escalated"),
                row.getString("first_by"),
                row.getString("decided_by"),
                time(row, "decide_time"),
                row.getString("remark"),
                time(row, "valid_until"),
                number(row, "uses_allowed"),
                time(row, "remembered_from"),
                row.getString("process_instance_id"));
    }

    private static ConsentRequest request(ResultSet row) throws SQLException {
        SortedSet<String> modules = new TreeSet<>(texts(row.getString("modules")));
        return new ConsentRequest(
                row.getString("job_id"),
                Party.of(row.getString("initiator_role"), row.getString("initiator_party_id")),
                Party.of(row.getString("role"), row.getString("party_id")),
                new TableRead(
                        row.getString("table_namespace"),
                        row.getString("table_name"),
                        texts(row.getString("column_names")),
                        row.getLong("row_count"),
                        modules),
                row.getString("purpose"));
    }

    private static PolicyAnswer answer(ResultSet row) throws SQLException {
        Long expire = time(row, "expire_time");
        return new PolicyAnswer(
                PolicyDecision.of(row.getString("policy_decision")).orElseThrow(),
                row.getString("reason"),
                row.getString("approver"),
                row.getBoolean("four_eyes"),
                PolicyAnswer.REMIND_EVERY,
                expire == null ? Duration.ZERO : Duration.ofMillis(expire - row.getLong("ask_time")),
                escalation(row),
                row.getInt("policy_version"),
                row.getString("policy_rule"),
                false);
    }

    private static PolicyAnswer.@Nullable Escalation escalation(ResultSet row) throws SQLException {
        Long time = time(row, "escalate_time");
        return time == null
                ? null
                : new PolicyAnswer.Escalation(
                        row.getString("escalate_to"), Duration.ofMillis(time - row.getLong("ask_time")));
    }

    private static @Nullable Long time(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : Long.valueOf(value);
    }

    private static @Nullable Integer number(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : Integer.valueOf(value);
    }
}
