package io.fateflow.federation;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobPlan;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;

/**
 * What an initiator asks of the parties of a job. Every command is idempotent: a second one changes nothing and is
 * answered as the first was.
 */
public sealed interface PartyCommand {

    /** Has a command done: a new one has to say here that it exists, and to whoever does commands what it does there. */
    <R> R accept(Visitor<R> visitor);

    /** Whether it goes to all parties elsewhere that take part, whichever parties are named. */
    default boolean isForAll() {
        return false;
    }

    /** Whether parties elsewhere hear of it that have refused the job. */
    default boolean isForRefusers() {
        return false;
    }

    /**
     * Does commands, each kind in its way.
     *
     * @param <R> what comes of it
     */
    interface Visitor<R> {
        R on(CreateJob command);

        R on(CheckJob command);

        R on(UpdateJob command);

        R on(ApplyJobResources command);

        R on(ReturnJobResources command);

        R on(SetJobStatus command);

        R on(SavePipelineModel command);

        R on(SetProgress command);

        R on(CreateTask command);

        R on(StartTask command);

        R on(TaskEnded command);

        R on(StopTask command);

        R on(StopTasks command);
    }

    /**
     * Write the job and its tasks down, waiting.
     *
     * @param runtimeConf the conf with completed common parameters
     * @param trainConf the conf of the training that a predict job goes back to, otherwise empty
     * @param dagKey the compiled definition; empty if another site schedules the job
     */
    record CreateJob(
            JobPlan plan, ObjectNode runtimeConf, ObjectNode trainConf, String dagKey, String userId, String name)
            implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        /** Whether this site schedules the job. */
        public boolean initiatorHere() {
            return !dagKey.isEmpty();
        }
    }

    /**
     * Say whether the job could run, and write nothing.
     *
     * @param runtimeConf the conf with completed common parameters
     */
    record CheckJob(JobPlan plan, ObjectNode runtimeConf) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /**
     * Write other parameters down, for the next attempts.
     *
     * @param newRetries whether the number of automatic retries starts again
     */
    record UpdateJob(JobPlan plan, ObjectNode runtimeConf, boolean newRetries) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Take the cores the job needs here. */
    record ApplyJobResources() implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Give them back, whatever is held. */
    record ReturnJobResources() implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** The job's status is this now. */
    record SetJobStatus(JobStatus status) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public boolean isForRefusers() {
            return status == JobStatus.WAITING;
        }
    }

    /** The job has trained a model: keep it as a whole. */
    record SavePipelineModel() implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** So many percent of the components have ended. */
    record SetProgress(int percent) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public boolean isForAll() {
            return true;
        }
    }

    /** Write the next attempt of a component down: this one, which the initiator has already. */
    record CreateTask(String taskId, int version) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Run an attempt of a component. */
    record StartTask(String taskId, int version, String waiterInstanceId) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** An attempt has ended at all parties, and this is what came of it. */
    record TaskEnded(String taskId, int version, TaskStatus status) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Stop an attempt of a component where it runs. */
    record StopTask(String taskId, int version, TaskStatus status, String why) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Stop whatever runs of the job. */
    record StopTasks(TaskStatus status, String why) implements PartyCommand {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }
}
