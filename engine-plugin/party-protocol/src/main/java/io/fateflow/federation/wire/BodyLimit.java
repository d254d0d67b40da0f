package io.fateflow.federation.wire;

import com.fasterxml.jackson.core.StreamReadConstraints;

/**
 * How much a call may bring. Known by its path alone, so that it is applied before anything is read, and before it is known
 * who calls.
 */
public enum BodyLimit {
    /** Names, a status, a report. */
    SMALL(1 << 20, 50_000),

    /** A job with its DSL and confs, or its row; in bytes an operator decides. */
    DOCUMENT(Integer.MAX_VALUE, 200_000);

    /** Deeper than any conf, and not deep enough to exhaust a stack. */
    public static final int DEPTH = 100;

    private final int bytes;
    private final int tokens;

    BodyLimit(int bytes, int tokens) {
        this.bytes = bytes;
        this.tokens = tokens;
    }

    /**
     * The most bytes.
     *
     * @param maxMessage what the site's settings allow for any message
     */
    public int bytes(int maxMessage) {
        return Math.min(bytes, maxMessage);
    }

    /** For a reader: an empty object takes two bytes on the wire, and a hundred in memory. */
    StreamReadConstraints constraints() {
        return StreamReadConstraints.builder()
                .maxNestingDepth(DEPTH)
                .maxTokenCount(tokens)
                .maxStringLength(Integer.MAX_VALUE)
                .build();
    }
}
