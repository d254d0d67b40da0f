package io.fateflow.federation.incoming;

import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.wire.CallHeaders;

/**
 * A call as it came in.
 *
 * @param method {@code POST}, or something that is not served
 * @param path with its version
 * @param body JSON, hopefully
 */
@SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
public record WireRequest(String method, String path, CallHeaders headers, byte[] body, CallerEvidence evidence) {

    CallHead head() {
        return new CallHead(method, path, headers, evidence);
    }
}
