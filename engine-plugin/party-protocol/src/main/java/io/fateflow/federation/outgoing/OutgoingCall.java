package io.fateflow.federation.outgoing;

import java.time.Duration;

import io.fateflow.federation.wire.CallHeaders;

/**
 * A call, ready to be carried.
 *
 * @param path with its version
 * @param jobId empty if the call is about no job
 * @param body JSON exactly as it is signed
 */
public record OutgoingCall(String path, CallHeaders headers, String jobId, String body, Duration timeout) {

    OutgoingCall with(CallHeaders signed) {
        return new OutgoingCall(path, signed, jobId, body, timeout);
    }
}
