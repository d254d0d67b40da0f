package io.fateflow.federation.wire;

import io.fateflow.dsl.Party;
import io.fateflow.worker.digest.Sha256;

/**
 * The trace of a job, with ids as W3C Trace Context has them. They are made of what all sites of the job know, so each site makes
 * the same ones: spans of all sites meet in one trace, though no site was told another's ids, and whatever of them was lost.
 */
public record JobTrace(String jobId) {

    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    /** 32 hexadecimal digits. */
    public String traceId() {
        return digest("trace", TRACE_DIGITS);
    }

    /** The job as a whole, which its initiator's site shows: 16 hexadecimal digits. */
    public String job() {
        return digest("job", SPAN_DIGITS);
    }

    /** The job at one of its parties. */
    public String at(Party party) {
        return digest("party " + party, SPAN_DIGITS);
    }

    /** Any other span of the job, such as a party's attempt of a component. */
    public String span(String name) {
        return digest("span " + name, SPAN_DIGITS);
    }

    /** The header {@code traceparent} of what a party has done on behalf of the job. */
    public String parent(Party party) {
        return "00-" + traceId() + "-" + at(party) + "-01";
    }

    private String digest(String of, int digits) {
        return Sha256.hex(jobId + "\n" + of).substring(0, digits);
    }
}
