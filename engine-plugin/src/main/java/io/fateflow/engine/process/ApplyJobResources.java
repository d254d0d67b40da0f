package io.fateflow.engine.process;

import java.util.List;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.PartyCommand;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.party.ReleasedResources;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineName;

/**
 * Takes the job's cores at all parties, or at none. A refusal is written down with its reason and its place; the job
 * then waits until something is released.
 */
public final class ApplyJobResources extends JobStep {

    private final Admission admission;
    private final ReleasedResources released;
    private final EngineName engine;

    public ApplyJobResources(JobParts parts, Admission admission, ReleasedResources released, EngineName engine) {
        super(parts);
        this.admission = admission;
        this.released = released;
        this.engine = engine;
    }

    @Override
    void run(DelegateExecution execution, JobRow job, List<Party> parties) {
        lockGate(job);
        Optional<String> refusal = suspended(job)
                .or(admission::closed)
                .or(() -> passed(job))
                .or(() -> Replies.firstTrouble(
                        gateway().send(job.jobId(), parties, new PartyCommand.ApplyJobResources())));
        if (refusal.isPresent()) {
            gateway().send(job.jobId(), parties, new PartyCommand.ReturnJobResources());
            jobs().waits(job.jobId(), refusal.get());
            throw new BpmnError(Signals.RESOURCES_REFUSED, refusal.get());
        }
        if (job.waitReason() != null) {
            // whoever woke it woke only some
            released.wakeWaiting(engine);
        }
    }

    private Optional<String> passed(JobRow job) {
        return admission
                .starvedBefore(job.jobId(), job.createTime())
                .map(first -> "job %s has waited for longer than %s and is served first"
                        .formatted(first.jobId(), admission.aging()));
    }
}
