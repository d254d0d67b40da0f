package io.fateflow.engine.audit.chain;

import java.util.Locale;

/**
 * A place in the chain that the site answers for.
 *
 * @param partyId the site
 * @param number of the entry; 0 for the chain's start
 * @param hash of the chain up to this entry
 * @param time when the site said so, epoch milliseconds
 * @param signature of {@link #text} by the site's key, base64; empty if the site has none
 */
public record ChainPoint(Kind kind, String partyId, long number, String hash, long time, String signature) {

    /** What the place is. */
    public enum Kind {
        /** The last entry that was removed since its retention was over: the rest continues its hash. */
        ANCHOR,

        /** The last entry. */
        HEAD;

        /** As it is written and signed. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static ChainPoint unsigned(Kind kind, String partyId, long number, String hash, long time) {
        return new ChainPoint(kind, partyId, number, hash, time, "");
    }

    /** What is signed: six lines, of which none has a line end within. */
    public String text() {
        return String.join(
                "\n", "fate-audit-1", kind.wire(), partyId, Long.toString(number), hash, Long.toString(time));
    }

    ChainPoint signed(String by) {
        return new ChainPoint(kind, partyId, number, hash, time, by);
    }
}
