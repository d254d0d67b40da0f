package io.fateflow.engine.audit.chain;

/**
 * A place where a chain is not as it was sealed.
 *
 * @param first the number that it begins at
 * @param last the number that it ends at; of two that were swapped, the other one
 * @param what is the matter, as a sentence without its full stop
 */
public record ChainDamage(Kind kind, long first, long last, String what) {

    /** What was done. */
    public enum Kind {
        ALTERED,
        MISSING,
        SWAPPED,

        /** What stands there does not belong there: it was replaced together with its hash, or added. */
        BROKEN,

        /** The head, or the anchor, is not the site's word. */
        SIGNATURE
    }

    /** Where it is, for people. */
    public String place() {
        if (kind == Kind.SIGNATURE) {
            return "audit chain at " + first;
        }
        if (kind == Kind.SWAPPED) {
            return "audit rows %d and %d".formatted(first, last);
        }
        return first == last ? "audit row " + first : "audit rows %d..%d".formatted(first, last);
    }

    static ChainDamage missing(long first, long last, String between) {
        return new ChainDamage(
                Kind.MISSING,
                first,
                last,
                (first == last ? "audit row %d is missing" : "audit rows %d..%d are missing").formatted(first, last)
                        + between);
    }

    static ChainDamage of(Kind kind, long number, String what) {
        return new ChainDamage(kind, number, number, what);
    }

    static ChainDamage swapped(SealedEntry one, SealedEntry other, long first, long second) {
        return new ChainDamage(
                Kind.SWAPPED,
                first,
                second,
                "audit rows %d and %d were swapped: %s, %s"
                        .formatted(first, second, Shown.entry(one.entry()), Shown.entry(other.entry())));
    }
}
