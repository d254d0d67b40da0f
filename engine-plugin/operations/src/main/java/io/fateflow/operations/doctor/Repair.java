package io.fateflow.operations.doctor;

import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.wire.JobAddress;

/** What can be done about a finding. Each is small, safe to do twice, and looks again under the scheduler's own locks. */
public sealed interface Repair {

    /** The job whose locks it takes; empty if it belongs to none. */
    default String jobId() {
        return "";
    }

    /** What is free of an engine is its total less its leases. */
    record RecomputeEngine(EngineName engine) implements Repair {}

    /** What is free of a job at its parties, and of its gate, likewise. */
    record RecomputeJob(String jobId) implements Repair {}

    /** What is leased of nodes is what their leases say, and who waits for nodes is served. */
    record RecomputeNodes() implements Repair {}

    /** Everything that a job holds on this site is given back. */
    record ReleaseJob(String jobId) implements Repair {}

    /** What one attempt holds is given back to its job. */
    record ReleaseAttempt(LeaseKey lease) implements Repair {
        @Override
        public String jobId() {
            return lease.jobId();
        }
    }

    /** What a job has of nodes at parties where it has no cores is given back. */
    record ReleaseBundles(String jobId) implements Repair {}

    /** A process instance that serves nobody is deleted. */
    record EndProcess(String jobId, String instanceId) implements Repair {}

    /** A process instance that is suspended in the engine is made active again; its job stays as it is. */
    record Activate(String jobId, String instanceId) implements Repair {}

    /** A job that nothing moves any more fails. */
    record FailJob(String jobId) implements Repair {}

    /** An attempt that nothing moves any more fails as lost. */
    record FailAttempt(String jobId, TaskKey attempt) implements Repair {}

    /** The process that waits for the end of an attempt is told. */
    record TellWaiter(String jobId, TaskKey attempt, String instanceId) implements Repair {}

    /** A job that waits for resources looks again. */
    record Wake(String jobId) implements Repair {}

    /** A report to another site is sent. */
    record SendReport(String jobId, TaskKey attempt) implements Repair {}

    /** A command to a party on another site is sent. */
    record SendCommand(CommandKey command) implements Repair {
        @Override
        public String jobId() {
            return command.jobId();
        }
    }

    /** Other sites are asked how their attempts are doing, until the job has ended. */
    record Collect(String jobId) implements Repair {}

    /** A job of another site is looked after. */
    record Watch(JobAddress job) implements Repair {
        @Override
        public String jobId() {
            return job.jobId();
        }
    }

    /** What is spooled for an attempt that has ended is removed. */
    record RemoveSpooled(String session) implements Repair {}

    /** An executor on this machine is stopped. */
    record StopExecutor(TaskKey attempt, String workerId) implements Repair {}
}
