package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.query.TaskQueries;
import io.fateflow.webapp.exchange.ExchangeSpool;

/** Empties the spool of attempts that have ended at every party of this site. */
@Component
final class EndedExchanges {

    private final ExchangeSpool spool;
    private final TaskQueries tasks;

    EndedExchanges(ExchangeSpool spool, TaskQueries tasks) {
        this.spool = spool;
        this.tasks = tasks;
    }

    @Scheduled(initialDelayString = "PT5S", fixedDelayString = "PT5S")
    void close() {
        try {
            for (String session : spool.sessions()) {
                if (hasEnded(session)) {
                    spool.close(session);
                }
            }
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
