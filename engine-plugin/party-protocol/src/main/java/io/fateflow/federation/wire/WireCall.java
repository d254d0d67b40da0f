package io.fateflow.federation.wire;

import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A call from one site to another, FATE Flow 1.10.0 to 1.11.2. A caller that gets no answer in time calls again, up to
 * three times, so whoever handles a call does it once and answers the others alike.
 *
 * <p>A new call is a record here and its row in {@link WireRoutes}, which has its path.
 */
public sealed interface WireCall permits PartyCall, PartyCommands, InitiatorCall, SiteCall {

    /** What stands for the named parts of its path. */
    Map<String, String> pathValues();

    /** The job that it is about; empty if none. */
    default String jobId() {
        return pathValues().getOrDefault(PathValues.JOB, "");
    }

    /** The path with its version, without a slash at the end: {@code /v1/party/…}. */
    default String path() {
        return WireRoutes.path(this);
    }

    /** The body; a new object each time. */
    default ObjectNode body() {
        return JsonNodeFactory.instance.objectNode();
    }
}
