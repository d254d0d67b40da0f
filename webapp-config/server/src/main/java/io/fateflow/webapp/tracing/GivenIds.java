package io.fateflow.webapp.tracing;

import io.opentelemetry.sdk.trace.IdGenerator;

/** Gives the next span the ids that were set. Spans are begun by one thread. */
final class GivenIds implements IdGenerator {

    private String trace = "";
    private String span = "";

    void next(String traceId, String spanId) {
        trace = traceId;
        span = spanId;
    }

    @Override
    public String generateTraceId() {
        return trace;
    }

    @Override
    public String generateSpanId() {
        return span;
    }
}
