package io.fateflow.engine.simulation;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.incoming.WireRequest;
import io.fateflow.federation.wire.CallHeaders;

/** A call as it goes over the wire. */
record SimulatedCall(long from, long to, String path, String body, CallHeaders headers) {

    WireRequest request() {
        return new WireRequest(
                "POST",
                path,
                headers,
                body.getBytes(StandardCharsets.UTF_8),
                new CallerEvidence("192.0.2.1", List.of()));
    }

    /** Whether it asks for something that a party may refuse. */
    boolean asks() {
        return path.endsWith("/create")
                || path.endsWith("/dependence/check")
                || path.endsWith("/resource/apply")
                || path.endsWith("/start")
                || path.endsWith("/commands");
    }

    @Override
    public String toString() {
        return "%d > %d %s".formatted(from, to, path.replaceFirst("^/v1/", ""));
    }
}
