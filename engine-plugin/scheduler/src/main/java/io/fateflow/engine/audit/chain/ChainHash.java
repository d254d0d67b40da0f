package io.fateflow.engine.audit.chain;

import io.fateflow.worker.digest.Sha256;

/** How entries are chained. */
public final class ChainHash {

    /** The hash of the chain before its first entry: 64 zeros. */
    public static final String START = "0".repeat(64);

    private ChainHash() {}

    /** SHA-256 of 128 characters: the hash before and the entry's digest, both in lower-case hex. */
    static String after(String before, String digest) {
        return Sha256.hex(before + digest);
    }
}
