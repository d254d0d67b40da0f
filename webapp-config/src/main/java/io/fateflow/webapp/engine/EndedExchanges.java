package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.housekeeping.FileKeepers;
import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.query.TaskQueries;
import io.fateflow.webapp.exchange.ExchangeSpool;

/**
 * Empties the spool of attempts that have ended at every party of this site: as they end, and at the start those that
 * ended while the server was down.
 */
@Component
final class EndedExchanges {

    private final ExchangeSpool spool;
    private final TaskQueries tasks;

    EndedExchanges(ExchangeSpool spool, TaskQueries tasks, AttemptEnds ends, FileKeepers keepers) {
        this.spool = spool;
        this.tasks = tasks;
        keepers.register((retention, now) -> closeThoseThatEndedMeanwhile());
        ends.register((taskId, version) -> close(session(taskId, version)));
    }

    /** The session in which the parties of one attempt exchange data. */
    static String session(String taskId, int version) {
        return taskId + " " + version;
    }

    @EventListener(ApplicationReadyEvent.class)
    void atStart() throws IOException {
        closeThoseThatEndedMeanwhile();
    }

    private int closeThoseThatEndedMeanwhile() throws IOException {
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
        ObjectNode filter = JsonNodeFactory.instance
                .objectNode()
                .put("task_id", session.substring(0, blank))
                .put("task_version", session.substring(blank + 1));
        return tasks.find(filter, null, false).stream()
                .allMatch(
                        row -> TaskStatus.of(row.path("party_status").asText()).isEnd());
    }
}
