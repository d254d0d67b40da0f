package io.fateflow.engine.resource.queue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** What queues may hold of labels of nodes, and what their jobs hold. Leases are all there is: nothing of it is written down. */
public final class LabelUse {

    /** Each amount that somebody holds, with its queue. */
    private static final String HELD = """
            (select %s as queue_name, l.job_id, r.label, r.amount
            from lease_resource r
            join resource_lease l on l.lease_id = r.lease_id
            join job j on j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id) h
            """.formatted(QueueStore.QUEUE_OF_JOB);

    private final JdbcClient jdbc;

    public LabelUse(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** A job that holds some of a label. */
    public record Holder(String jobId, ResourceQuantity amount) {}

    /** What queues may hold, by queue and label; queues without limits are not in it. */
    public Map<String, SortedMap<String, ResourceQuantity>> limits() {
        Map<String, SortedMap<String, ResourceQuantity>> limits = new TreeMap<>();
        jdbc.sql("select name, limits from job_queue where limits <> '{}'").query(row -> {
            limits.put(row.getString("name"), read(row.getString("limits")));
        });
        return limits;
    }

    /** The queue of a job; empty if this site does not know the job. */
    public String queueOf(String jobId) {
        return jdbc
                .sql("select distinct %s as queue_name from job j where j.job_id = :job"
                        .formatted(QueueStore.QUEUE_OF_JOB))
                .param("job", jobId)
                .query(String.class)
                .list()
                .stream()
                .findFirst()
                .orElse("");
    }

    /** What jobs of all queues hold; queues that hold nothing are not in it. */
    public Map<String, ResourceSet> held() {
        Map<String, SortedMap<String, ResourceQuantity>> held = new TreeMap<>();
        jdbc.sql("select h.queue_name, h.label, sum(h.amount) as amount from " + HELD
                        + " group by h.queue_name, h.label")
                .query(row -> {
                    held.computeIfAbsent(row.getString("queue_name"), queue -> new TreeMap<>())
                            .put(row.getString("label"), ResourceQuantity.of(row.getBigDecimal("amount")));
                });
        Map<String, ResourceSet> sets = new TreeMap<>();
        held.forEach((queue, amounts) -> sets.put(queue, new ResourceSet(amounts)));
        return sets;
    }

    /** Those of a queue's jobs that hold most of a label, who holds most first. */
    public List<Holder> holders(String queue, String label, int most) {
        return jdbc.sql("select h.job_id, sum(h.amount) as amount from " + HELD + """
                 where h.queue_name = :queue and h.label = :label
                group by h.job_id
                order by amount desc, h.job_id
                limit :most
                """)
                .param("queue", queue)
                .param("label", label)
                .param("most", most)
                .query((row, number) ->
                        new Holder(row.getString("job_id"), ResourceQuantity.of(row.getBigDecimal("amount"))))
                .list();
    }

    static String written(Map<String, ResourceQuantity> limits) {
        return Json.write(new TreeMap<>(limits)
                .entrySet().stream()
                        .collect(
                                Json::object,
                                (json, entry) -> json.put(
                                        entry.getKey(), entry.getValue().toString()),
                                (one, other) -> one.setAll(other)));
    }

    static SortedMap<String, ResourceQuantity> read(String limits) {
        SortedMap<String, ResourceQuantity> read = new TreeMap<>();
        Json.read(limits)
                .properties()
                .forEach(entry -> read.put(
                        entry.getKey(),
                        ResourceQuantity.of(new BigDecimal(entry.getValue().asText()))));
        return read;
    }
}
