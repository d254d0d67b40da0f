package io.fateflow.federation.outgoing;

import java.time.Duration;
import java.util.Optional;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobTrace;

/**
 * A call, ready to be carried.
 *
 * @param path with its version
 * @param jobId empty if the call is about no job
 * @param body JSON exactly as it is signed
 */
public record OutgoingCall(String path, CallHeaders headers, String jobId, String body, Duration timeout) {

    /** The name of the header with {@link #traceParent}. */
    public static final String TRACE_PARENT = "traceparent";

    /** W3C Trace Context of a call about a job, for proxies and partners that trace; empty for other calls. */
    public Optional<String> traceParent() {
        return jobId.isEmpty() || headers.srcRole().isEmpty()
                ? Optional.empty()
                : Optional.of(new JobTrace(jobId).parent(Party.of(headers.srcRole(), headers.srcPartyId())));
    }

    OutgoingCall with(CallHeaders signed) {
        return new OutgoingCall(path, signed, jobId, body, timeout);
    }
}
