package io.fateflow.engine.audit.chain;

import io.fateflow.engine.audit.AuditRecord;

/**
 * An entry with its place in the chain.
 *
 * @param number 1 for the first that was ever sealed, without gaps
 * @param digest of the entry, as it was when it was sealed
 * @param hash of the chain up to this entry
 */
public record SealedEntry(long number, AuditRecord entry, String digest, String hash) {

    /** The next one of a chain. */
    static SealedEntry after(long number, String hash, AuditRecord entry) {
        String digest = entry.digest();
        return new SealedEntry(number + 1, entry, digest, ChainHash.after(hash, digest));
    }

    /** Whether it continues a chain that has this hash. */
    boolean follows(String before) {
        return ChainHash.after(before, digest).equals(hash);
    }
}
