package io.fateflow.webapp.api;

import org.jspecify.annotations.Nullable;

/**
 * What FATE Flow answers: always status 200, with the outcome inside. Null parts are left out; nulls inside {@code data}
 * are not.
 *
 * @param retcode see {@link Retcode}
 * @param retmsg {@code success}, or what the user should read
 * @param data the result
 * @param jobId the job that the call made
 * @param meta what describes the data, in the few calls that part them
 */
public record Envelope(
        int retcode,
        String retmsg,
        @Nullable Object data,
        @Nullable String jobId,
        @Nullable Object meta) {

    private static final String SUCCESS = "success";

    public static Envelope success() {
        return new Envelope(Retcode.SUCCESS, SUCCESS, null, null, null);
    }

    public static Envelope of(Object data) {
        return new Envelope(Retcode.SUCCESS, SUCCESS, data, null, null);
    }

    /** A success with another text than {@code success}. */
    public static Envelope of(String retmsg, Object data) {
        return new Envelope(Retcode.SUCCESS, retmsg, data, null, null);
    }

    public static Envelope failure(int retcode, String retmsg) {
        return new Envelope(retcode, retmsg, null, null, null);
    }

    public Envelope withMeta(Object value) {
        return new Envelope(retcode, retmsg, data, jobId, value);
    }

    public Envelope withJobId(String id) {
        return new Envelope(retcode, retmsg, data, id, meta);
    }
}
