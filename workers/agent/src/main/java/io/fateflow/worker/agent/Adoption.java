package io.fateflow.worker.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.ExecutorTasks;

/**
 * Goes on with the executors of workers that have ended on this machine: this worker's own earlier starts, and others on
 * the same work directory.
 */
final class Adoption {

    private static final Logger log = LoggerFactory.getLogger(Adoption.class);

    private final String workerId;
    private final ExecutorTasks server;
    private final Journals journals;
    private final Journal own;
    private final Consumer<HeldTask> begin;

    Adoption(String workerId, ExecutorTasks server, Journals journals, Journal own, Consumer<HeldTask> begin) {
        this.workerId = workerId;
        this.server = server;
        this.journals = journals;
        this.own = own;
        this.begin = begin;
    }

    /**
     * Looks for ended workers. The server knows first, then the disk: whoever comes after a crash between the two names
     * the same tasks again.
     *
     * @throws ServerUnreachableException if the server does not know yet; then nothing has changed
     */
    synchronized void adopt() throws IOException {
        List<Journal> ended = journals.ended();
        try {
            if (!ended.isEmpty()) {
                adopt(ended);
            }
        } finally {
            for (Journal journal : ended) {
                journal.release();
            }
        }
    }

    private void adopt(List<Journal> ended) throws IOException {
        List<HeldTask> left = new ArrayList<>();
        for (Journal journal : ended) {
            left.addAll(journal.read());
        }
        server.takeOver(
                workerId,
                ended.stream().map(Journal::workerId).toList(),
                left.stream().map(held -> held.task().id()).toList());
        for (Journal journal : ended) {
            own.add(journal);
            journal.close();
        }
        log.info("{} goes on with {} executors of {} ended workers", workerId, left.size(), ended.size());
        left.forEach(begin);
    }
}
