package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.federation.status.JobStatus;

/** What an initiator asks of a party about a job: {@code /v1/party/<job>/<role>/<party>/…}. */
public sealed interface JobCall extends WireCall {

    JobAddress at();

    /** What follows the address in the path. */
    String action();

    @Override
    default String path() {
        return at().path("party", action());
    }

    /**
     * Write the job and its tasks down. A second one changes nothing.
     *
     * @param job dsl, confs, roles, initiator
     */
    record CreateJob(JobAddress at, ObjectNode job) implements JobCall {
        @Override
        public String action() {
            return "create";
        }

        @Override
        public ObjectNode body() {
            return job.deepCopy();
        }
    }

    /**
     * Whether the job could run here, before it is created; writes nothing. Sites of FATE Flow do not know this call.
     *
     * @param job as of {@link CreateJob}: dsl, runtime_conf, initiator
     */
    record Preflight(JobAddress at, ObjectNode job) implements JobCall {
        @Override
        public String action() {
            return "preflight";
        }

        @Override
        public ObjectNode body() {
            return job.deepCopy();
        }
    }

    /** Which components of the old job can be taken over here. */
    record CheckInheritance(JobAddress at) implements JobCall {
        @Override
        public String action() {
            return "component/inheritance/check";
        }
    }

    /** Which components that succeeded have lost their outputs here. */
    record CheckRerun(JobAddress at) implements JobCall {
        @Override
        public String action() {
            return "component/rerun/check";
        }
    }

    /** Whether the job could start here: 0, or 106 while something is being prepared. */
    record CheckDependence(JobAddress at) implements JobCall {
        @Override
        public String action() {
            return "dependence/check";
        }
    }

    /** Take the cores the job needs here. Taking them twice is taking them once. */
    record ApplyResource(JobAddress at) implements JobCall {
        @Override
        public String action() {
            return "resource/apply";
        }
    }

    /** Give them back, if any are held. */
    record ReturnResource(JobAddress at) implements JobCall {
        @Override
        public String action() {
            return "resource/return";
        }
    }

    /** The job runs. */
    record StartJob(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public String action() {
            return "start";
        }

        @Override
        public ObjectNode body() {
            return fields.deepCopy();
        }
    }

    /** A sign of life, or {@code inheritance_info}. Identity is the path's: the body's is the sender's. */
    record Align(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public String action() {
            return "align";
        }

        @Override
        public ObjectNode body() {
            return fields.deepCopy();
        }
    }

    /** Fields of the job's row, such as {@code progress}; never its status. */
    record UpdateJob(JobAddress at, ObjectNode fields) implements JobCall {
        @Override
        public String action() {
            return "update";
        }

        @Override
        public ObjectNode body() {
            return fields.deepCopy();
        }
    }

    /** New {@code job_parameters} and {@code component_parameters} for the next attempts. */
    record UpdateParameters(JobAddress at, ObjectNode parameters) implements JobCall {
        @Override
        public String action() {
            return "parameter/update";
        }

        @Override
        public ObjectNode body() {
            return parameters.deepCopy();
        }
    }

    /** The job's status is this now; 10 if that changes nothing. Of the body only {@code tag} counts. */
    record SetJobStatus(JobAddress at, JobStatus status, ObjectNode job) implements JobCall {
        @Override
        public String action() {
            return "status/" + status.wire();
        }

        @Override
        public ObjectNode body() {
            return job.deepCopy();
        }
    }

    /** Save the pipeline as a model. */
    record SaveModel(JobAddress at) implements JobCall {
        @Override
        public String action() {
            return "model";
        }
    }

    /** Stop what runs of the job; it ends with this status. */
    record StopJob(JobAddress at, JobStatus status) implements JobCall {
        @Override
        public String action() {
            return "stop/" + status.wire();
        }
    }

    /** The job is over. */
    record CleanJob(JobAddress at, ObjectNode roles) implements JobCall {
        @Override
        public String action() {
            return "clean";
        }

        @Override
        public ObjectNode body() {
            return roles.deepCopy();
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
                .put("party_id", Long.toString(sender.party().partyId()));
    }
}
