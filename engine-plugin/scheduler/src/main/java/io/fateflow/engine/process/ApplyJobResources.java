package io.fateflow.engine.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentVerdict;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.initiator.GangReservation;
import io.fateflow.engine.initiator.Reservation;
import io.fateflow.engine.job.ExpectedDurations;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.party.ReleasedResources;
import io.fateflow.engine.project.WrittenNames;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.federation.PartyCommand;

/**
 * Takes the job's cores at all parties, and what its components want of nodes, or nothing at all. A refusal is written down with its reason and its place; the job
 * then waits until something is released. While a party on another site has not answered, it waits for that.
 */
public final class ApplyJobResources extends JobStep {

    static final String LOOK_AGAIN = "lookAgain";
    /** In case a release was not heard of. */
    private static final Duration AFTER_A_REFUSAL = Duration.ofMinutes(10);

    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final Admission admission;
    private final GangReservation gang;
    private final ReleasedResources released;
    private final ExpectedDurations durations;
    private final NodePlacements placements;
    private final EngineName engine;
    private final Consents consents;
    private final WrittenNames names;

    public ApplyJobResources(
            JobStepServices parts,
            Admission admission,
            GangReservation gang,
            ReleasedResources released,
            ExpectedDurations durations,
            NodePlacements placements,
            EngineName engine,
            Consents consents,
            WrittenNames names) {
        super(parts);
        this.admission = admission;
        this.gang = gang;
        this.released = released;
        this.durations = durations;
        this.placements = placements;
        this.engine = engine;
        this.consents = consents;
        this.names = names;
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        boolean concerned = consents.concern(job.jobId());
        if (concerned) {
            demandNoRefusal(job, parties);
        }
        List<Party> remote = gateway().elsewhere(job.jobId());
        List<Party> local =
                parties.stream().filter(party -> !remote.contains(party)).toList();
        demandNames(job, local);
        lockGate(job);
        Optional<String> closed = suspended(job).or(admission::closed);
        if (closed.isPresent()) {
            gang.giveBack(job.jobId(), local, remote);
            waitFor(execution, job, new Reservation.Refused(closed.get(), AFTER_A_REFUSAL, false));
        }
        Optional<Reservation> undecided = concerned ? undecided(job, local) : Optional.empty();
        if (undecided.isPresent()) {
            gang.giveBack(job.jobId(), local, remote);
            waitFor(execution, job, undecided.get());
        }
        if (job.needsNodes()) {
            // before the engine's row, as whoever gives both back takes them in that order
            placements.lockJob(job.jobId());
            Optional<String> shortage = placements.shortage(job.jobId());
            if (shortage.isPresent()) {
                gang.giveBack(job.jobId(), local, remote);
                waitForNodes(execution, job, shortage.get());
            }
        }
        Admission.Verdict verdict = admission.look(engine, job.jobId());
        if (verdict.answer() == Admission.Answer.RESERVED) {
            gang.giveBack(job.jobId(), local, remote);
            passOn(job);
            waitForCores(execution, job, verdict.need());
        }
        if (!remote.isEmpty()) {
            reserve(execution, job, gang.goOn(job.jobId(), local, remote), verdict);
        } else if (verdict.answer() == Admission.Answer.NO_ROOM || !take(job, local)) {
            waitForCores(execution, job, verdict.need());
        }
        passOn(job);
    }

    /** Before the gate is locked, as what ends a job locks its tasks first; a refusal stays one. */
    private void demandNoRefusal(JobRow job, List<Party> parties) {
        for (Party party : parties) {
            if (consents.verdict(job.jobId(), party) instanceof ConsentVerdict.Refused refused) {
                fail(job, refused.reason());
            }
        }
    }

    private void demandNames(JobRow job, List<Party> local) {
        for (Party party : local) {
            Optional<String> refusal = names.refusal(job.jobId(), party);
            if (refusal.isPresent()) {
                fail(job, refusal.get());
            }
        }
    }

    private void fail(JobRow job, String reason) {
        jobs().statuses().error(job.jobId(), reason);
        throw new BpmnError(BpmnEvents.COMPONENT_FAILED, reason);
    }

    /**
     * Whose consent is missing here; with the gate locked, as whoever tells of a decision locks it, too. One that was refused since
     * {@link #demandNoRefusal} ends the job at its next look. Nothing of this site is kept for a job that waits for a consent.
     */
    private Optional<Reservation> undecided(JobRow job, List<Party> local) {
        for (Party party : local) {
            ConsentVerdict verdict = consents.verdict(job.jobId(), party);
            if (verdict instanceof ConsentVerdict.Waiting waiting) {
                return Optional.of(new Reservation.Refused(waiting.reason(), AFTER_A_REFUSAL, true));
            }
            if (verdict instanceof ConsentVerdict.Refused refused) {
                return Optional.of(new Reservation.Refused(refused.reason(), AT_ONCE, true));
            }
        }
        return Optional.empty();
    }

    /** Whoever woke it woke only some, and kept for it what it may not take now. */
    private void passOn(JobRow job) {
        if (job.waitReason() != null) {
            released.wakeWaiting(engine);
        }
    }

    /** Whether all of its parties have their cores; memory may be missing, of which only they know. */
    private boolean take(JobRow job, List<Party> local) {
        boolean taken = Replies.firstTrouble(gateway().send(job.jobId(), local, new PartyCommand.ApplyJobResources()))
                .isEmpty();
        if (!taken) {
            gateway().send(job.jobId(), local, new PartyCommand.ReturnJobResources());
        }
        return taken;
    }

    private void reserve(DelegateExecution execution, JobRow job, Reservation reservation, Admission.Verdict verdict) {
        if (reservation instanceof Reservation.Refused refused && !refused.elsewhere()) {
            waitForCores(execution, job, verdict.need());
        }
        waitFor(execution, job, reservation);
        jobs().waits().awaitAnswers(job.jobId(), false, false);
    }

    private void waitFor(DelegateExecution execution, JobRow job, Reservation reservation) {
        if (reservation instanceof Reservation.Asked asked) {
            jobs().waits().awaitAnswers(job.jobId(), true, true);
            waitFor(execution, job, asked.reason(), null, asked.patience());
        } else if (reservation instanceof Reservation.Refused refused) {
            jobs().waits().awaitAnswers(job.jobId(), false, refused.elsewhere());
            waitFor(execution, job, refused.reason(), null, refused.pause());
        }
    }

    /** No cores are kept for it; whoever gives back what nodes have wakes it. */
    private void waitForNodes(DelegateExecution execution, JobRow job, String reason) {
        jobs().waits().awaitAnswers(job.jobId(), false, false);
        jobs().waits().waitForNodes(job.jobId(), reason);
        begins(job);
        passOn(job);
        lookAgain(execution, reason, AFTER_A_REFUSAL);
    }

    private void waitForCores(DelegateExecution execution, JobRow job, String need) {
        if (job.waitReason() == null) {
            durations.of(job.jobId()).ifPresent(duration -> jobs().waits().expected(job.jobId(), duration));
        }
        jobs().waits().awaitAnswers(job.jobId(), false, false);
        waitFor(execution, job, need, engine.name(), AFTER_A_REFUSAL);
    }

    /** @param whose cores are missing; null if the reason says everything */
    private void waitFor(
            DelegateExecution execution, JobRow job, String reason, @Nullable String whose, Duration lookAgain) {
        jobs().waits().waitFor(job.jobId(), reason, whose);
        begins(job);
        if (whose == null) {
            passOn(job);
        }
        lookAgain(execution, reason, lookAgain);
    }

    private void begins(JobRow job) {
        if (job.waitReason() == null) {
            notifications().waitBegins(job.jobId());
        }
    }

    private static void lookAgain(DelegateExecution execution, String reason, Duration lookAgain) {
        execution.setVariable(LOOK_AGAIN, lookAgain.toString());
        throw new BpmnError(BpmnEvents.RESOURCES_REFUSED, reason);
    }
}
