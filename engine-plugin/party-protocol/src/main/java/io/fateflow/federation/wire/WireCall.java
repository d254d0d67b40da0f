package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A call from one site to another, FATE Flow 1.10.0 to 1.11.2. A caller that gets no answer in time calls again, up to
 * three times, so whoever handles a call does it once and answers the others alike.
 */
public sealed interface WireCall permits JobCall, TaskCall, InitiatorCall, SiteCall {

    /** The path with its version, without a slash at the end: {@code /v1/party/…}. */
    String path();

    /** The body; a new object each time. */
    default ObjectNode body() {
        return JsonNodeFactory.instance.objectNode();
    }
}
