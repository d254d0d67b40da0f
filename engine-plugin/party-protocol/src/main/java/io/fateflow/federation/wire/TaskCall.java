package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.federation.status.TaskStatus;

/** What is asked of a party about an attempt: {@code /v1/party/<job>/<component>/<task>/<version>/<role>/<party>/…}. */
public sealed interface TaskCall extends WireCall {

    TaskAddress at();

    /** What follows the address in the path. */
    String action();

    @Override
    default String path() {
        return at().path("party", action());
    }

    /**
     * Write the next attempt down.
     *
     * @param at the attempt before: FATE's path has the old version
     * @param task {@code task_version} is the new one
     */
    record CreateTask(TaskAddress at, ObjectNode task) implements TaskCall {
        @Override
        public String action() {
            return "create";
        }

        @Override
        public ObjectNode body() {
            return task.deepCopy();
        }
    }

    /**
     * Run the attempt. Success means that it is under way; how it goes is reported.
     *
     * @param userId empty if unknown
     */
    record StartTask(TaskAddress at, String userId) implements TaskCall {
        @Override
        public String action() {
            return "start";
        }

        @Override
        public ObjectNode body() {
            return object().put("user_id", userId);
        }
    }

    /** An executor's own report to its own site. */
    record ReportByExecutor(TaskAddress at, ObjectNode fields) implements TaskCall {
        @Override
        public String action() {
            return "report";
        }

        @Override
        public ObjectNode body() {
            return fields.deepCopy();
        }
    }

    /** Fields of the attempt's row; never its status. */
    record UpdateTask(TaskAddress at, ObjectNode fields) implements TaskCall {
        @Override
        public String action() {
            return "update";
        }

        @Override
        public ObjectNode body() {
            return fields.deepCopy();
        }
    }

    /** How the attempt is doing. */
    record CollectTask(TaskAddress at) implements TaskCall {
        @Override
        public String action() {
            return "collect";
        }
    }

    /** The attempt's federated status is this now; 10 if that changes nothing. */
    record SetTaskStatus(TaskAddress at, TaskStatus status) implements TaskCall {
        @Override
        public String action() {
            return "status/" + status.wire();
        }
    }

    /**
     * Stop the attempt; it ends with this status.
     *
     * @param asynchronous whether the answer may come before it has stopped
     */
    record StopTask(TaskAddress at, TaskStatus status, boolean asynchronous) implements TaskCall {
        @Override
        public String action() {
            return "stop/" + status.wire();
        }

        @Override
        public ObjectNode body() {
            return asynchronous ? object().put("is_asynchronous", true) : object();
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
        public String action() {
            return "clean/" + content;
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
