package io.fateflow.engine.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Texts;
import io.fateflow.dsl.Party;
import io.fateflow.engine.notification.DueNotifications.Taken;

/** The rows of {@code notification}. */
public final class NotificationStore {

    private static final String OPEN = """
            from act_ru_ext_task x
            join notification n on n.process_instance_id = x.proc_inst_id_
            where x.topic_name_ = :topic and x.suspension_state_ = 1 and (x.retries_ is null or x.retries_ > 0)
                and n.receiver not in (:busy)
            """;

    private static final String DUE = """
            select x.id_ as task_id, n.notification_id, n.job_id, n.event, n.receiver, n.url, n.body
            %s and (x.lock_exp_time_ is null or x.lock_exp_time_ <= :now)
            order by n.create_time, n.notification_id
            limit :most
            """.formatted(OPEN);

    private static final String NEXT = """
            select x.lock_exp_time_ as next
            %s order by x.lock_exp_time_ nulls first
            limit 1
            """.formatted(OPEN);

    private static final int LONGEST_TROUBLE = 2000;

    /** Nobody has this name, and a list in SQL is never empty. */
    private static final String NOBODY = "";

    private final JdbcClient jdbc;
    private final Clock clock;

    public NotificationStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    void insert(Notification notification, Party party, String processInstanceId) {
        jdbc.sql("""
                insert into notification (notification_id, job_id, role, party_id, event, receiver, url, body,
                    process_instance_id, create_time, tries, outcome, trouble)
                values (:id, :job, :role, :party, :event, :receiver, :url, :body,
                    :instance, :now, 0, 'pending', '')
                """)
                .param("id", notification.id())
                .param("job", notification.jobId())
                .param("role", party.role())
                .param("party", party.idText())
                .param("event", notification.event().wire())
                .param("receiver", notification.receiver())
                .param("url", notification.url())
                .param("body", notification.body())
                .param("instance", processInstanceId)
                .param("now", clock.millis())
                .update();
    }

    /** Of which end of the job at a party receivers were told last; empty if of none. */
    Optional<String> lastEnd(String jobId, Party party) {
        return jdbc.sql("""
                select event from notification
                where job_id = :job and role = :role and party_id = :party and event not in ('job.waiting', 'job.consent')
                order by create_time desc, notification_id
                limit 1
                """)
                .param("job", jobId)
                .param("role", party.role())
                .param("party", party.idText())
                .query(String.class)
                .optional();
    }

    /**
     * Those whose external tasks are free, oldest first.
     *
     * @param busy receivers that are left out
     */
    public List<Taken> due(String topic, Collection<String> busy, int most) {
        return jdbc.sql(DUE)
                .param("topic", topic)
                .param("now", Timestamp.from(clock.instant()))
                .param("busy", listed(busy))
                .param("most", most)
                .query((row, number) -> new Taken(row.getString("task_id"), of(row)))
                .list();
    }

    /**
     * When the first of those whose external tasks are not free will be, or long ago if one is; empty if there is none.
     *
     * @param busy receivers that are left out
     */
    public Optional<Instant> nextDue(String topic, Collection<String> busy) {
        return jdbc.sql(NEXT)
                .param("topic", topic)
                .param("busy", listed(busy))
                .query((row, number) -> {
                    Timestamp next = row.getTimestamp("next");
                    return next == null ? Instant.EPOCH : next.toInstant();
                })
                .optional();
    }

    private static Collection<String> listed(Collection<String> busy) {
        return busy.isEmpty() ? List.of(NOBODY) : busy;
    }

    private static Notification of(ResultSet row) throws SQLException {
        String wire = row.getString("event");
        return new Notification(
                row.getString("notification_id"),
                row.getString("job_id"),
                NotifiedEvent.of(wire).orElseThrow(() -> new IllegalStateException("no event " + wire)),
                row.getString("receiver"),
                row.getString("url"),
                row.getString("body"));
    }

    /** One more try; how many there were. */
    public int tried(String id, Delivery delivery) {
        boolean over = delivery instanceof Delivery.Delivered || delivery instanceof Delivery.Gone;
        // what has arrived is kept by whoever has got it; a token in a URL is kept no longer than it is needed
        jdbc.sql("""
                update notification
                set tries = tries + 1, outcome = :outcome, trouble = :trouble,
                    end_time = case when :over then cast(:now as bigint) else null end,
                    url = case when :over then null else url end, body = case when :over then '' else body end
                where notification_id = :id
                """)
                .param("outcome", delivery.outcome())
                .param("trouble", delivery instanceof Delivery.Delivered ? "" : trouble(delivery.words()))
                .param("over", over)
                .param("now", clock.millis())
                .param("id", id)
                .update();
        return jdbc.sql("select tries from notification where notification_id = :id")
                .param("id", id)
                .query(Integer.class)
                .single();
    }

    private static String trouble(String words) {
        String clean = Texts.cleaned(words);
        return clean.substring(0, Math.min(clean.length(), LONGEST_TROUBLE));
    }
}
