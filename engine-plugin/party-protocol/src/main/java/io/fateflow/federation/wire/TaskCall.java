package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.federation.status.TaskStatus;

/** What is asked of a party about an attempt: {@code /v1/party/<job>/<component>/<task>/<version>/<role>/<party>/…}. */
public sealed interface TaskCall extends PartyCall {

    @Override
    TaskAddress at();

    /** Has a call done: a new one has to say here that it exists, and to whoever does calls what it does there. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Does calls, each kind in its way.
     *
     * @param <R> what comes of it
     */
    interface Visitor<R> {
        R on(CreateTask call);

        R on(StartTask call);

        R on(ReportByExecutor call);

        R on(UpdateTask call);

        R on(CollectTask call);

        R on(SetTaskStatus call);

        R on(StopTask call);

        R on(CleanTask call);
    }

    /** FATE's retcode for an attempt that is not known. */
    default int retcodeIfUnknown() {
        return Answer.EXCEPTION_ERROR;
    }

    /**
     * Write the next attempt down.
     *
     * @param at the attempt before: FATE's path has the old version
     * @param fields {@code task_version} is the new one
     */
    record CreateTask(TaskAddress at, ObjectNode fields) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /**
     * Run the attempt. Success means that it is under way; how it goes is reported.
     *
     * @param userId empty if unknown
     */
    record StartTask(TaskAddress at, String userId) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public ObjectNode body() {
            return object().put("user_id", userId);
        }
    }

    /** An executor's own report to its own site. */
    record ReportByExecutor(TaskAddress at, ObjectNode fields) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** Fields of the attempt's row; never its status. */
    record UpdateTask(TaskAddress at, ObjectNode fields) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /** How the attempt is doing. */
    record CollectTask(TaskAddress at) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public int retcodeIfUnknown() {
            return Answer.OPERATING_ERROR;
        }
    }

    /** The attempt's federated status is this now; 10 if that changes nothing. */
    record SetTaskStatus(TaskAddress at, TaskStatus status) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public String detail() {
            return status.wire();
        }
    }

    /**
     * Stop the attempt; it ends with this status.
     *
     * @param asynchronous whether the answer may come before it has stopped
     */
    record StopTask(TaskAddress at, TaskStatus status, boolean asynchronous) implements TaskCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public String detail() {
            return status.wire();
        }

        @Override
        public ObjectNode body() {
            return asynchronous ? object().put("is_asynchronous", true) : object();
        }

        @Override
        public int retcodeIfUnknown() {
            return Answer.DATA_ERROR;
        }
    }

    /**
     * Remove what the attempt has left.
     *
     * @param content {@code table} or {@code metrics}
     */
    record CleanTask(TaskAddress at, String content) implements TaskCall {

        public CleanTask {
            if (!content.equals("table") && !content.equals("metrics")) {
                throw new IllegalArgumentException("of a task table and metrics can be cleaned, not " + content);
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public String detail() {
            return content;
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
