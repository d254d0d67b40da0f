package io.fateflow.engine.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.PartyCommand;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.party.ReleasedResources;
import io.fateflow.engine.remote.GangReservation;
import io.fateflow.engine.remote.Reservation;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineName;

/**
 * Takes the job's cores at all parties, or at none. A refusal is written down with its reason and its place; the job
 * then waits until something is released. While a party on another site has not answered, it waits for that.
 */
public final class ApplyJobResources extends JobStep {

    static final String LOOK_AGAIN = "lookAgain";
    /** In case a release was not heard of. */
    private static final Duration AFTER_A_REFUSAL = Duration.ofMinutes(10);

    private final Admission admission;
    private final GangReservation gang;
    private final ReleasedResources released;
    private final EngineName engine;

    public ApplyJobResources(
            JobParts parts, Admission admission, GangReservation gang, ReleasedResources released, EngineName engine) {
        super(parts);
        this.admission = admission;
        this.gang = gang;
        this.released = released;
        this.engine = engine;
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        lockGate(job);
        List<Party> remote = gateway().elsewhere(job.jobId());
        List<Party> local =
                parties.stream().filter(party -> !remote.contains(party)).toList();
        Optional<String> closed = suspended(job).or(admission::closed).or(() -> passed(job));
        if (closed.isPresent()) {
            gang.giveBack(job.jobId(), local, remote);
            waitFor(execution, job, new Reservation.Refused(closed.get(), AFTER_A_REFUSAL, false));
        }
        if (remote.isEmpty()) {
            waitFor(execution, job, take(job, local));
        } else {
            waitFor(execution, job, gang.goOn(job.jobId(), local, remote));
            jobs().awaitAnswers(job.jobId(), false, false);
        }
        if (job.waitReason() != null) {
            // whoever woke it woke only some
            released.wakeWaiting(engine);
        }
    }

    private Reservation take(JobRow job, List<Party> local) {
        return Replies.firstTrouble(gateway().send(job.jobId(), local, new PartyCommand.ApplyJobResources()))
                .<Reservation>map(trouble -> {
                    gateway().send(job.jobId(), local, new PartyCommand.ReturnJobResources());
                    return new Reservation.Refused(trouble, AFTER_A_REFUSAL, false);
                })
                .orElseGet(Reservation.Granted::new);
    }

    private void waitFor(DelegateExecution execution, JobRow job, Reservation reservation) {
        if (reservation instanceof Reservation.Asked asked) {
            jobs().awaitAnswers(job.jobId(), true, true);
            waitFor(execution, job, asked.reason(), asked.patience());
        } else if (reservation instanceof Reservation.Refused refused) {
            jobs().awaitAnswers(job.jobId(), false, refused.elsewhere());
            waitFor(execution, job, refused.reason(), refused.pause());
        }
    }

    private void waitFor(DelegateExecution execution, JobRow job, String reason, Duration lookAgain) {
        jobs().waits(job.jobId(), reason);
        execution.setVariable(LOOK_AGAIN, lookAgain.toString());
        throw new BpmnError(Signals.RESOURCES_REFUSED, reason);
    }

    private Optional<String> passed(JobRow job) {
        return admission
                .starvedBefore(job.jobId(), job.createTime())
                .map(first -> "job %s has waited for longer than %s and is served first"
                        .formatted(first.jobId(), admission.aging()));
    }
}
