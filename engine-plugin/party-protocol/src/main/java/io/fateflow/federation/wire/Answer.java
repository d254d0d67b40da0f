package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Texts;
import io.fateflow.federation.status.JobStatus;

/**
 * What a site answers.
 *
 * @param retcode 0, 10 for no effect, or what went wrong
 * @param retmsg {@code success}, or what somebody should read
 * @param data the result, if there is one
 */
public record Answer(int retcode, String retmsg, @Nullable JsonNode data) {

    public Answer {
        // it is kept and shown, and another site may say anything
        retmsg = Texts.cleaned(retmsg);
    }

    public static final int SUCCESS = 0;

    /** A status changed nothing, which is normal. */
    public static final int NOT_EFFECTIVE = 10;

    public static final int EXCEPTION_ERROR = 100;
    public static final int DATA_ERROR = 102;
    public static final int OPERATING_ERROR = 103;
    public static final int RUNNING = 106;
    public static final int INCOMPATIBLE_VERSION = 107;
    public static final int PERMISSION_ERROR = 108;
    public static final int AUTHENTICATION_ERROR = 109;

    private static final String JOB_STATUS = "job_status";

    /** Begins the reason for refusing a copy of a call: the same one with a new signature is welcome. */
    public static final String USED_BEFORE = "FFB-6334";

    /** Begins the reason for refusing a command of which a later one of the same job has been taken. */
    public static final String LATE = "FFB-6316";

    public static Answer success() {
        return new Answer(SUCCESS, "success", null);
    }

    public static Answer of(JsonNode data) {
        return new Answer(SUCCESS, "success", data);
    }

    public static Answer notEffective() {
        return new Answer(NOT_EFFECTIVE, "update job status does not take effect", null);
    }

    public static Answer failure(int retcode, String retmsg) {
        return new Answer(retcode, retmsg, null);
    }

    /** The job has ended at the party that is asked to begin something of it; sites of ours read which way. */
    public static Answer ended(JobStatus status, String retmsg) {
        return new Answer(
                OPERATING_ERROR, retmsg, JsonNodeFactory.instance.objectNode().put(JOB_STATUS, status.wire()));
    }

    /** Whether the party refuses because the job was canceled there. */
    public boolean saysJobIsCanceled() {
        return data != null && data.path(JOB_STATUS).asText().equals(JobStatus.CANCELED.wire());
    }

    /** Of a call whose body was not read to its end. */
    public static Answer tooLong(int limit) {
        return failure(
                EXCEPTION_ERROR,
                "FFB-6203 the body is longer than %d bytes; see fate.federation.max-message".formatted(limit));
    }

    /** Whether the call was refused for having come before, and may be signed anew. */
    public boolean isCopyRefused() {
        return retcode == AUTHENTICATION_ERROR && retmsg.startsWith(USED_BEFORE);
    }

    /** Whether a command was refused because a later one has been taken. */
    public boolean saysLaterOneWasTaken() {
        return retcode == OPERATING_ERROR && retmsg.startsWith(LATE);
    }

    /** Null parts are left out. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (data != null) {
            json.set("data", data);
        }
        return json.put("retcode", retcode).put("retmsg", retmsg);
    }

    /** @throws WireFormatException if it has no retcode */
    static Answer read(ObjectNode json) {
        JsonNode retcode = json.path("retcode");
        if (!retcode.canConvertToInt()) {
            throw new WireFormatException("the answer has no retcode: is it FATE Flow that answers at this address?");
        }
        JsonNode data = json.path("data");
        return new Answer(
                retcode.asInt(), json.path("retmsg").asText(""), data.isMissingNode() || data.isNull() ? null : data);
    }
}
