package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.federation.status.JobStatus;

/** What an initiator asks of a party about a job: {@code /v1/party/<job>/<role>/<party>/…}. */
public sealed interface JobCall extends PartyCall {

    @Override
    JobAddress at();

    /** Has a call done: a new one has to say here that it exists, and to whoever does calls what it does there. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Does calls, each kind in its way.
     *
     * @param <R> what comes of it
     */
    interface Visitor<R> {
        R on(CreateJob call);

        R on(Preflight call);

        R on(CheckInheritance call);

        R on(CheckRerun call);

        R on(CheckDependence call);

        R on(ApplyResource call);

        R on(ReturnResource call);

        R on(StartJob call);

        R on(Align call);

        R on(UpdateJob call);

        R on(UpdateParameters call);

        R on(SetJobStatus call);

        R on(SaveModel call);

        R on(StopJob call);

        R on(CleanJob call);
    }

    /** Whether any party of the job may ask it at any time, not only the initiator whose commands have an order. */
    default boolean onlyLooks() {
        return false;
    }

    /**
     * Write the job and its tasks down. A second one changes nothing.
     *
     * @param fields dsl, confs, roles, initiator
     */
    record CreateJob(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /**
     * Whether the job could run here, before it is created; writes nothing. Sites of FATE Flow do not know this call.
     *
     * @param fields as of {@link CreateJob}: dsl, runtime_conf, initiator
     */
    record Preflight(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public boolean onlyLooks() {
            return true;
        }
    }

    /** Which components of the old job can be taken over here. */
    record CheckInheritance(JobAddress at) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Which components that succeeded have lost their outputs here. */
    record CheckRerun(JobAddress at) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Whether the job could start here: 0, or 106 while something is being prepared. */
    record CheckDependence(JobAddress at) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public boolean onlyLooks() {
            return true;
        }
    }

    /** Take the cores the job needs here. Taking them twice is taking them once. */
    record ApplyResource(JobAddress at) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Give them back, if any are held. */
    record ReturnResource(JobAddress at) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** The job runs. */
    record StartJob(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** A sign of life, or {@code inheritance_info}. Identity is the path's: the body's is the sender's. */
    record Align(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public boolean onlyLooks() {
            return true;
        }
    }

    /** Fields of the job's row, such as {@code progress}; never its status. */
    record UpdateJob(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** New {@code job_parameters} and {@code component_parameters} for the next attempts. */
    record UpdateParameters(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** The job's status is this now; 10 if that changes nothing. Of the body only {@code tag} counts. */
    record SetJobStatus(JobAddress at, JobStatus status, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public String detail() {
            return status.wire();
        }
    }

    /** Save the pipeline as a model. */
    record SaveModel(JobAddress at) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Stop what runs of the job; it ends with this status. */
    record StopJob(JobAddress at, JobStatus status) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public String detail() {
            return status.wire();
        }
    }

    /** The job is over. */
    record CleanJob(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** The sign of life that FATE Flow sends: who looks whether the job is still known. */
    static Align heartbeat(JobAddress at, JobAddress sender) {
        return new Align(at, identity(sender));
    }

    /** The job's progress, from 0 to 100. */
    static UpdateJob progress(JobAddress at, JobAddress sender, double percent) {
        return new UpdateJob(at, identity(sender).put("progress", percent));
    }

    private static ObjectNode identity(JobAddress sender) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("job_id", sender.jobId())
                .put("role", sender.party().role())
                .put("party_id", sender.party().idText());
    }
}
