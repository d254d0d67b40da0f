package io.fateflow.worker.api;

import java.time.Duration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What server and worker send each other, for both ends: the components of {@link ExecutorTask}, {@link ExecutorReport} and
 * {@link WorkerState} by their names. Members that this version does not know are passed over.
 *
 * <p>A task's time limit is {@code timeoutSeconds}. Other versions call it {@code timeout}, as ISO 8601 text ({@code PT30S})
 * or as a number of seconds: that is read, and never written.
 */
public final class WorkerJson {

    private static final String TIMEOUT = "timeoutSeconds";
    private static final String OLD_TIMEOUT = "timeout";

    private static final String UNREADABLE = "FFB-5112 The %s can't be read: it is not of the form that workers send.";

    /** What an executor has left keeps its digits. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private WorkerJson() {}

    /** A task as the server writes it. */
    public static ObjectNode write(ExecutorTask task) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", task.id())
                .put("jobId", task.jobId())
                .put("componentName", task.componentName())
                .put("module", task.module())
                .put("taskId", task.taskId())
                .put("taskVersion", task.taskVersion())
                .put("role", task.role())
                .put("partyId", task.partyId())
                .put("token", task.token())
                .put(TIMEOUT, task.timeout().toSeconds());
        json.set("config", task.config());
        return json;
    }

    /** A task as a worker reads it. */
    public static ExecutorTask readTask(JsonNode json) {
        return new ExecutorTask(
                json.path("id").asText(),
                json.path("jobId").asText(),
                json.path("componentName").asText(),
                json.path("module").asText(),
                json.path("taskId").asText(),
                json.path("taskVersion").asInt(),
                json.path("role").asText(),
                json.path("partyId").asText(),
                json.path("config") instanceof ObjectNode config ? config : JsonNodeFactory.instance.objectNode(),
                json.path("token").asText(),
                duration(json.path(json.has(TIMEOUT) ? TIMEOUT : OLD_TIMEOUT)));
    }

    /** A report as a worker writes it. */
    public static ObjectNode write(ExecutorReport report) {
        return MAPPER.valueToTree(report);
    }

    /**
     * A report as the server reads it.
     *
     * @throws ReportRefusedException if it is not of that form
     */
    public static ExecutorReport readReport(JsonNode json) {
        return read(json, ExecutorReport.class, "report");
    }

    /** A worker's state as the worker writes it. */
    public static ObjectNode write(WorkerState state) {
        return MAPPER.valueToTree(state);
    }

    /**
     * A worker's state as the server reads it.
     *
     * @throws ReportRefusedException if it is not of that form
     */
    public static WorkerState readState(JsonNode json) {
        return read(json, WorkerState.class, "worker's state");
    }

    /** A part of a log as a worker writes it. */
    public static ObjectNode write(LogPart part) {
        return MAPPER.valueToTree(part);
    }

    /**
     * A part of a log as the server reads it.
     *
     * @throws ReportRefusedException if it is not of that form
     */
    public static LogPart readLog(JsonNode json) {
        return read(json, LogPart.class, "part of a log");
    }

    private static <T> T read(JsonNode json, Class<T> type, String name) {
        try {
            if (json.isObject()) {
                return MAPPER.treeToValue(json, type);
            }
        } catch (JsonProcessingException e) {
            throw new ReportRefusedException(UNREADABLE.formatted(name), e);
        }
        throw new ReportRefusedException(UNREADABLE.formatted(name));
    }

    private static Duration duration(JsonNode json) {
        return json.isTextual() ? Duration.parse(json.asText()) : Duration.ofMillis(Math.round(json.asDouble() * 1000));
    }
}
