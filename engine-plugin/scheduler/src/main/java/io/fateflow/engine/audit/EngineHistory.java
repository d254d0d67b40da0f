package io.fateflow.engine.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.audit.JobEvent.Source;

/**
 * What the engine has kept of a job's processes: {@code fate-job}, {@code fate-dag}, {@code fate-task} and, at each party,
 * {@code fate-party-task}. Read by SQL from the engine's history tables: its queries know no list of business keys, and one
 * query for each of a job's hundreds of instances would be slow.
 *
 * <p>All queries have the instance's id in {@code instance}, and the times in {@code began} and {@code ended}.
 */
final class EngineHistory {

    private static final String INSTANCES = """
            (select id_ from act_hi_procinst where business_key_ = :job
             union all
             select p.id_ from act_hi_procinst p join task t
                on p.business_key_ = t.task_id || '|' || t.task_version || '|' || t.role || '|' || t.party_id
             where t.job_id = :job)""";

    private static final String PLACES =
            "select id_, proc_def_key_, business_key_ from act_hi_procinst where id_ in " + INSTANCES;

    private static final String PROCESSES = """
            select id_ as instance, start_time_ as began, end_time_ as ended, start_user_id_, state_, delete_reason_
            from act_hi_procinst
            where start_time_ >= :since and id_ in %s
            order by start_time_, id_
            limit :most
            """.formatted(INSTANCES);

    private static final String STEPS = """
            select proc_inst_id_ as instance, coalesce(act_name_, act_id_) as name, start_time_ as began,
                end_time_ as ended, act_type_, act_inst_state_
            from act_hi_actinst
            where act_type_ not like '%%Gateway' and start_time_ >= :since and proc_inst_id_ in %s
            order by start_time_, sequence_counter_, id_
            limit :most
            """.formatted(INSTANCES);

    /** Where they arose: calling processes repeat them. */
    private static final String INCIDENTS = """
            select proc_inst_id_ as instance, incident_type_, activity_id_, create_time_ as began, end_time_ as ended,
                incident_msg_
            from act_hi_incident
            where id_ = root_cause_incident_id_ and create_time_ >= :since and proc_inst_id_ in %s
            order by create_time_, id_
            limit :most
            """.formatted(INSTANCES);

    private static final String OPERATIONS = """
            select proc_inst_id_ as instance, operation_type_, timestamp_ as began, timestamp_ as ended, user_id_,
                property_, org_value_, new_value_
            from act_hi_op_log
            where timestamp_ >= :since and proc_inst_id_ in %s
            order by timestamp_, id_
            limit :most
            """.formatted(INSTANCES);

    /** The name of the activity that called an instance. */
    private static final String CALLS = """
            select a.call_proc_inst_id_, a.act_name_
            from act_hi_actinst a join act_hi_procinst p on p.id_ = a.proc_inst_id_
            where p.business_key_ = :job and p.proc_def_key_ like 'fate-dag%'
                and a.call_proc_inst_id_ is not null
            """;

    private static final int CANCELED = 2;

    private final JdbcClient jdbc;

    EngineHistory(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** The oldest events of each kind that began at {@code since} or later, at most {@code limit} of a kind. */
    List<JobEvent> of(String jobId, long since, int limit) {
        Map<String, ProcessSubject> places = places(jobId);
        Section section = new Section(jobId, new Timestamp(since), limit);
        List<JobEvent> events = new ArrayList<>(processes(section, places));
        events.addAll(steps(section, places));
        events.addAll(incidents(section, places));
        events.addAll(operations(section, places));
        return events;
    }

    private record Section(String jobId, Timestamp since, int limit) {}

    /** What each instance is about, by its id: an event may be of an instance that began long before it. */
    private Map<String, ProcessSubject> places(String jobId) {
        Map<String, String> components = calledFor(jobId);
        Map<String, ProcessSubject> places = new HashMap<>();
        jdbc.sql(PLACES).param("job", jobId).query(row -> {
            String id = row.getString("id_");
            places.put(
                    id,
                    ProcessSubject.of(
                            row.getString("proc_def_key_"),
                            row.getString("business_key_"),
                            jobId,
                            components.getOrDefault(id, "")));
        });
        return places;
    }

    private List<JobEvent> processes(Section section, Map<String, ProcessSubject> places) {
        return query(PROCESSES, section, row -> {
            ProcessSubject place = place(places, row);
            return event(
                    row,
                    Source.PROCESS,
                    place.process(),
                    place,
                    row.getString("start_user_id_"),
                    details("state", row.getString("state_"), "delete_reason", row.getString("delete_reason_")));
        });
    }

    private List<JobEvent> steps(Section section, Map<String, ProcessSubject> places) {
        return query(STEPS, section, row -> {
            ProcessSubject place = place(places, row);
            String canceled = row.getInt("act_inst_state_") == CANCELED ? "true" : null;
            return event(
                    row,
                    Source.STEP,
                    row.getString("name"),
                    place,
                    null,
                    details("process", place.process(), "type", row.getString("act_type_"), "canceled", canceled));
        });
    }

    private List<JobEvent> incidents(Section section, Map<String, ProcessSubject> places) {
        return query(INCIDENTS, section, row -> {
            ProcessSubject place = place(places, row);
            return event(
                    row,
                    Source.INCIDENT,
                    row.getString("incident_type_"),
                    place,
                    null,
                    details(
                            "process", place.process(),
                            "step", row.getString("activity_id_"),
                            "message", row.getString("incident_msg_")));
        });
    }

    private List<JobEvent> operations(Section section, Map<String, ProcessSubject> places) {
        return query(OPERATIONS, section, row -> {
            ProcessSubject place = place(places, row);
            return event(
                    row,
                    Source.OPERATOR,
                    row.getString("operation_type_"),
                    place,
                    row.getString("user_id_"),
                    details(
                            "process", place.process(),
                            "property", row.getString("property_"),
                            "from", row.getString("org_value_"),
                            "to", row.getString("new_value_")));
        });
    }

    /** For which component an instance was called: the name of the activity that called it. */
    private Map<String, String> calledFor(String jobId) {
        Map<String, String> names = new HashMap<>();
        jdbc.sql(CALLS).param("job", jobId).query(row -> {
            names.put(row.getString("call_proc_inst_id_"), row.getString("act_name_"));
        });
        return names;
    }

    @FunctionalInterface
    private interface Reader {
        JobEvent read(ResultSet row) throws SQLException;
    }

    private List<JobEvent> query(String sql, Section section, Reader reader) {
        return jdbc.sql(sql)
                .param("job", section.jobId())
                .param("since", section.since())
                .param("most", section.limit())
                .query((row, number) -> reader.read(row))
                .list();
    }

    /** Of an instance that began after the instances were read nothing is known yet. */
    private static ProcessSubject place(Map<String, ProcessSubject> places, ResultSet row) throws SQLException {
        return places.getOrDefault(row.getString("instance"), new ProcessSubject("", "", "", "", null));
    }

    private static JobEvent event(
            ResultSet row,
            Source source,
            String what,
            ProcessSubject place,
            @Nullable String actor,
            Map<String, Object> details)
            throws SQLException {
        Timestamp end = row.getTimestamp("ended");
        return new JobEvent(
                row.getTimestamp("began").getTime(),
                end == null ? null : (Long) end.getTime(),
                source,
                what,
                place.component(),
                place.role(),
                place.partyId(),
                place.attempt(),
                actor == null ? "" : actor,
                details);
    }

    /** Names and values in turn; what is null is left out. */
    private static Map<String, Object> details(@Nullable String... namesAndValues) {
        Map<String, Object> details = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = namesAndValues[i];
            String value = namesAndValues[i + 1];
            if (name != null && value != null) {
                details.put(name, value);
            }
        }
        return details;
    }
}
