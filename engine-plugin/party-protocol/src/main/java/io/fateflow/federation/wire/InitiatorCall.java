package io.fateflow.federation.wire;

import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.JobStatus;

/** What parties tell and ask the initiator of a job: {@code /v1/initiator/…}. */
public sealed interface InitiatorCall extends WireCall {

    /** Has a call done: a new one has to say here that it exists, and to whoever does calls what it does there. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Does calls, each kind in its way.
     *
     * @param <R> what comes of it
     */
    interface Visitor<R> {
        R on(Report call);

        R on(StopJob call);

        R on(RerunJob call);
    }

    /** How an attempt is doing at the reporter. Comes again and again, also with nothing new. */
    record Report(TaskAddress reporter, TaskReport report) implements InitiatorCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public Map<String, String> pathValues() {
            return reporter.pathValues("");
        }

        @Override
        public ObjectNode body() {
            return report.body(reporter);
        }
    }

    /**
     * Stop the job everywhere.
     *
     * @param initiator the initiator
     * @param job what the caller knows of it; FATE Flow reads nothing of it, and sites of ours the reason
     */
    record StopJob(JobAddress initiator, JobStatus status, ObjectNode job) implements InitiatorCall {

        /** The key of the caller's reason, if it has one beside that somebody there wants it. */
        public static final String REASON = "reason";

        /** The caller's reason; empty if it names none. */
        public String reason() {
            return job.path(REASON).asText("");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public Map<String, String> pathValues() {
            return initiator.pathValues(status.wire());
        }

        @Override
        public ObjectNode body() {
            return job.deepCopy();
        }
    }

    /**
     * Run the job, or a component of it, again.
     *
     * @param component empty for all
     * @param force whether what has succeeded runs again, too; null where the client did not say
     */
    record RerunJob(
            JobAddress initiator,
            String component,
            @Nullable Boolean force) implements InitiatorCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public Map<String, String> pathValues() {
            return initiator.pathValues("");
        }

        @Override
        public ObjectNode body() {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("job_id", initiator.jobId());
            if (!component.isEmpty()) {
                body.put("component_name", component);
            }
            return force == null ? body : body.put("force", force);
        }
    }
}
