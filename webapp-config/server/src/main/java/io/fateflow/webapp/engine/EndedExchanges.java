package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.EndedSessions;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.IncomingFiles;
import io.fateflow.transfer.Outbox;

/**
 * Empties the spool, and removes what was given back in part, of attempts that have ended at every party of this site: as they
 * end, and at the start and every minute those whose end nobody told, since the server was down or the job ended before the
 * attempt began.
 */
@Component
final class EndedExchanges {

    private final ExchangeSpool spool;
    private final IncomingFiles incoming;
    private final ObjectProvider<Outbox> outbox;
    private final EndedSessions ended;

    EndedExchanges(
            ExchangeSpool spool,
            IncomingFiles incoming,
            ObjectProvider<Outbox> outbox,
            EndedSessions ended,
            AttemptEnds ends,
            FileRetentions keepers,
            NodeMembership nodes) {
        this.spool = spool;
        this.incoming = incoming;
        this.outbox = outbox;
        this.ended = ended;
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

    /** Nobody tells of the end of an attempt that never began: its job ends, and later ones take its place. */
    @Scheduled(initialDelayString = "PT1M", fixedDelayString = "PT1M")
    void closeThoseThatEndedUnheard() {
        try {
            closeThoseThatEnded();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int closeThoseThatEnded() throws IOException {
        List<String> over = Stream.concat(spool.sessions().stream(), incoming.sessions().stream())
                .distinct()
                .filter(ended::hasEnded)
                .toList();
        over.forEach(this::close);
        return over.size();
    }

    private void close(String session) {
        try {
            spool.close(session);
            incoming.close(session);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
