package io.fateflow.webapp.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.stereotype.Component;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Repair;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.transfer.EndedSessions;
import io.fateflow.transfer.ExchangeSpool;

/** Data of executors, perhaps another organisation's, that is still spooled though its attempt or its job has ended. */
@Component
final class LeftExchanges {

    /** It is removed within a minute of the end: what is younger is on its way. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final ExchangeSpool spool;
    private final EndedSessions ended;
    private final Clock clock;

    LeftExchanges(ExchangeSpool spool, EndedSessions ended, Clock clock) {
        this.spool = spool;
        this.ended = ended;
        this.clock = clock;
    }

    List<Finding> look() {
        Instant then = clock.instant().minus(PATIENCE);
        try {
            return spool.sessions().stream()
                    .filter(session -> ended.hadEnded(session, then))
                    .map(LeftExchanges::finding)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return whether there was something to remove */
    boolean remove(Repair.RemoveSpooled left) {
        if (!ended.hasEnded(left.session())) {
            return false;
        }
        try {
            spool.close(left.session());
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Finding finding(String session) {
        return new Finding(
                Rule.SPOOL_OF_ENDED_ATTEMPT,
                "spooled data of attempt " + session,
                "the attempt or its job has ended, and what executors have sent each other in it is still on the disk",
                Optional.of(new Repair.RemoveSpooled(session)));
    }
}
