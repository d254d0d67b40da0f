package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.SiteNodes;
import io.fateflow.engine.federation.channel.Address;
import io.fateflow.engine.federation.channel.ExchangeSpool;
import io.fateflow.engine.federation.channel.Outbox;
import io.fateflow.engine.housekeeping.FileKeepers;
import io.fateflow.engine.lifecycle.JobStatus;
import io.fateflow.engine.lifecycle.TaskStatus;

/**
 * Empties the spool of attempts that have ended at every party of this site: as they end, and at the start and now and
 * then those whose end nobody told, since the server was down or the job ended before the attempt began.
 */
@Component
final class EndedExchanges {

    private final ExchangeSpool spool;
    private final ObjectProvider<Outbox> outbox;
    private final JdbcTemplate jdbc;

    EndedExchanges(
            ExchangeSpool spool,
            ObjectProvider<Outbox> outbox,
            JdbcTemplate jdbc,
            AttemptEnds ends,
            FileKeepers keepers,
            SiteNodes nodes) {
        this.spool = spool;
        this.outbox = outbox;
        this.jdbc = jdbc;
        keepers.register((retention, now) -> closeThoseThatEnded());
        nodes.onMissed(this::closeThoseThatEndedUnheard);
        ends.register((taskId, version) -> close(Address.session(taskId, version)));
    }

    /** What is left for other sites goes out again. */
    @EventListener(ApplicationReadyEvent.class)
    void takeUp() throws IOException {
        closeThoseThatEnded();
        Outbox present = outbox.getIfAvailable();
        if (present != null) {
            present.start();
        }
    }

    private void closeThoseThatEndedUnheard() {
        try {
            closeThoseThatEnded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int closeThoseThatEnded() throws IOException {
        List<String> ended = spool.sessions().stream().filter(this::hasEnded).toList();
        ended.forEach(this::close);
        return ended.size();
    }

    private void close(String session) {
        try {
            spool.close(session);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean hasEnded(String session) {
        int blank = session.lastIndexOf(' ');
        if (blank < 0) {
            return false;
        }
        String taskId = session.substring(0, blank);
        List<String> attempts = jdbc.queryForList(
                "select party_status from task where task_id = ? and task_version = ?",
                String.class,
                taskId,
                Integer.valueOf(session.substring(blank + 1)));
        return attempts.isEmpty()
                ? jobHasEnded(taskId)
                : attempts.stream().allMatch(status -> TaskStatus.of(status).isEnd());
    }

    /** What another site sends may be here before the attempt is. */
    private boolean jobHasEnded(String taskId) {
        String jobId = taskId.substring(0, Math.max(0, taskId.indexOf('_')));
        return jdbc.queryForList("select status from job where job_id = ?", String.class, jobId).stream()
                .allMatch(status -> JobStatus.of(status).isEnd());
    }
}
