package io.fateflow.engine.process;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.ConsentStore;
import io.fateflow.engine.consent.ConsentStore.Decided;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.consent.InvalidConsentException;
import io.fateflow.engine.job.JobStore;

/** What becomes of a consent that somebody was asked for; in the caller's transaction, which moves its process, too. */
public final class ConsentDecisions {

    private final ConsentStore store;
    private final JobStore jobs;
    private final AuditLog audit;

    public ConsentDecisions(ConsentStore store, JobStore jobs, AuditLog audit) {
        this.store = store;
        this.jobs = jobs;
        this.audit = audit;
    }

    /** Whether it is decided. */
    enum Outcome {
        DECIDED,

        /** Somebody else has to grant it, too. */
        SECOND_NEEDED
    }

    /**
     * Takes what the acting account decides; the row is locked from here on.
     *
     * @throws InvalidConsentException if it may not, or if nobody is asked any more
     */
    Outcome take(long id, ConsentChoice choice) {
        ConsentRow row = store.lock(id).orElseThrow();
        demandAsked(row);
        demandInTime(row);
        String who = audit.actor().name();
        if (row.answer().fourEyes()) {
            demandOther(row, who);
            if (choice.grants() && row.firstBy().isEmpty()) {
                store.first(id, who, choice.remark());
                audit.write(Consents.entry(store.find(id).orElseThrow()).with("granted_first", true));
                return Outcome.SECOND_NEEDED;
            }
        }
        decide(
                id,
                new Decided(
                        choice.grants() ? ConsentState.GRANTED : ConsentState.REFUSED,
                        who,
                        choice.remark(),
                        choice.grants() ? choice.validUntil() : null,
                        choice.grants() ? choice.uses() : null));
        return Outcome.DECIDED;
    }

    private static void demandAsked(ConsentRow row) {
        if (row.state() != ConsentState.ASKED) {
            throw new InvalidConsentException(
                    "FFB-5136 the consent to read table %s for job %s is %s: nobody has to decide"
                            .formatted(
                                    row.request().table().fullName(),
                                    row.request().jobId(),
                                    row.state().wire()));
        }
    }

    /** The timer that ends the question may be late: the server was off, or has much to do. */
    private void demandInTime(ConsentRow row) {
        if (store.isOver(row)) {
            throw new InvalidConsentException(
                    "FFB-5335 the time to decide about table %s for job %s was over at %s: have the job run again, so that it is asked anew"
                            .formatted(
                                    row.request().table().fullName(),
                                    row.request().jobId(),
                                    Instant.ofEpochMilli(Objects.requireNonNull(row.expireTime()))));
        }
    }

    /** Whoever could not be told from somebody else is nobody's second. */
    private void demandOther(ConsentRow row, String who) {
        boolean unknown = who.equals(Actor.ANONYMOUS) || who.equals(Actor.SYSTEM.name());
        if (unknown || who.equals(row.firstBy())) {
            throw new InvalidConsentException("FFB-5137 two accounts have to decide, each logged in, and %s"
                    .formatted(unknown ? "this call has none" : who + " has decided already"));
        }
        if (jobs.initiatorRow(row.request().jobId()).isPresent()
                && jobs.userOf(row.request().jobId()).equals(who)) {
            throw new InvalidConsentException(
                    "FFB-5137 %s has submitted the job, and is none of the two who decide".formatted(who));
        }
    }

    private void decide(long id, Decided decided) {
        store.decide(id, decided);
        audit.write(Consents.entry(store.find(id).orElseThrow()).with("by", decided.by()));
    }

    /** Nobody has decided in time; if somebody just has, that counts. */
    void expire(long id) {
        Optional<ConsentRow> asked = store.lock(id).filter(row -> row.state() == ConsentState.ASKED);
        if (asked.isPresent()) {
            decide(id, new Decided(ConsentState.EXPIRED, "", "", null, null));
        }
    }

    /** The owner takes back what was granted. */
    void withdraw(long id, String remark) {
        ConsentRow row = store.lock(id).orElseThrow();
        if (row.state() != ConsentState.GRANTED) {
            throw new InvalidConsentException(
                    "FFB-5136 the consent to read table %s for job %s is %s, and can't be withdrawn"
                            .formatted(
                                    row.request().table().fullName(),
                                    row.request().jobId(),
                                    row.state().wire()));
        }
        decide(id, new Decided(ConsentState.WITHDRAWN, audit.actor().name(), remark, null, null));
    }
}
