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
public record Letter(String path, CallHeaders headers, String jobId, String body, Duration timeout) {

    Letter with(CallHeaders signed) {
        return new Letter(path, signed, jobId, body, timeout);
    }
}
