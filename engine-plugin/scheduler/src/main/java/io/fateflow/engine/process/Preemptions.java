package io.fateflow.engine.process;

import java.util.List;
import java.util.Optional;

import org.camunda.bpm.engine.ProcessEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobWaits;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.Claim;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.federation.status.JobStatus;

/**
 * Gives queues what is their own: where a job waits for its queue's nominal quota, the newest jobs that have borrowed it go
 * back to waiting. Each is stopped and made to wait again in one transaction, in which its cores are given back too: nobody
 * sees it as canceled, and no crash finds it between the two. What had succeeded of it stays; what ran is a new version.
 */
public final class Preemptions {

    private static final Logger log = LoggerFactory.getLogger(Preemptions.class);

    private final LockedJobs locked;
    private final Admission admission;
    private final JobWaits waits;
    private final JobReruns reruns;
    private final EngineProcesses processes;
    private final NodePlacements placements;
    private final EngineName engineName;

    public Preemptions(
            LockedJobs locked,
            Admission admission,
            JobWaits waits,
            JobReruns reruns,
            EngineProcesses processes,
            NodePlacements placements,
            EngineName engineName) {
        this.locked = locked;
        this.admission = admission;
        this.waits = waits;
        this.reruns = reruns;
        this.processes = processes;
        this.placements = placements;
        this.engineName = engineName;
    }

    /** To be called every few seconds; where no queue has a nominal quota, and nobody has lost a node, it costs two reads. */
    public void look() {
        placements.stuck().forEach(this::retreat);
        admission.claim(engineName).map(Claim::victims).orElse(List.of()).forEach(this::preempt);
    }

    /**
     * A job that waits for what an older one has, as the node of its own was lost, gives back what it still holds, and waits
     * for all of it: of two that wait for each other so, the older one goes on.
     */
    private void retreat(String jobId) {
        locked.call(jobId, (engine, job, latest) -> {
            boolean stuck = job.status() == JobStatus.RUNNING && placements.isStuck(job.jobId());
            if (stuck) {
                processes.preemptJob(
                        job.jobId(),
                        "a node was lost, and an older job has what it waits for since: it gives back the rest, and waits for all of it");
                reruns.goBackToWaiting(engine, job.jobId());
                log.info("job {} had lost a node, and waits for all it needs again", job.jobId());
            }
            return stuck;
        });
    }

    private void preempt(String jobId) {
        locked.call(jobId, this::preempt)
                .flatMap(done -> done)
                .ifPresent(claim -> log.info(
                        "job {} was preempted: job {} claims the nominal quota of queue {}",
                        jobId,
                        claim.jobId(),
                        claim.queue()));
    }

    /** What was true before the locks is asked again: somebody may have ended, or another server may have done it. */
    private Optional<Claim> preempt(ProcessEngine engine, JobRow job, Object latest) {
        Optional<Claim> claim = job.status() == JobStatus.RUNNING
                ? admission.claimNow(engineName).filter(now -> now.victims().contains(job.jobId()))
                : Optional.empty();
        claim.ifPresent(now -> {
            processes.preemptJob(
                    job.jobId(),
                    "preempted: job %s claims the nominal quota of queue %s, which was borrowed; it waits to go on"
                            .formatted(now.jobId(), now.queue()));
            reruns.goBackToWaiting(engine, job.jobId());
            waits.preempted(job.jobId(), now);
        });
        return claim;
    }
}
