package io.fateflow.engine.audit.chain;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.AuditRecord;

/**
 * Goes along a chain, entry by entry in the order in which it finds them, and says where it is not as it was sealed. Each entry is
 * held against its own digest, and against the hash that stands before it, so that a damage is seen where it is and what comes
 * after it is judged by itself. However long the chain is, only what is suspicious stays in memory, and of that no more than
 * {@value Suspects#MOST} places.
 */
public final class ChainVerifier {

    private final Suspects suspects = new Suspects();
    private long expected;

    /** The hash that the next entry continues; null if that can't be known, behind a gap. */
    private @Nullable String before;

    /** The hash that the last entry should have, where it has another one. */
    private @Nullable String instead;

    /** The one before it is judged: whether numbers are missing or in disorder shows in the next one. */
    private @Nullable SealedEntry held;

    private @Nullable AuditRecord last;

    private ChainVerifier(long expected, String before) {
        this.expected = expected;
        this.before = before;
    }

    /** Behind an entry whose number and hash are taken for true: an anchor, or what was verified before. */
    public static ChainVerifier behind(ChainPoint point) {
        return new ChainVerifier(point.number() + 1, point.hash());
    }

    /** Goes on. */
    public void next(SealedEntry entry) {
        if (held != null) {
            take(held, entry.number());
        }
        held = entry;
    }

    /** What was found, if no more is to come. */
    public List<ChainDamage> end(ChainPoint head) {
        flush();
        if (expected <= head.number()) {
            suspects.missing(expected, head.number(), before, behindLast(), null);
        } else if (expected > head.number() + 1) {
            suspects.behindHead(head.number(), expected - 1);
        } else if (before != null && !before.equals(head.hash())) {
            suspects.apartFromHead(head, last, head.hash().equals(instead));
        }
        return suspects.resolved(head);
    }

    /** What was found so far, wherever the chain ends. */
    public List<ChainDamage> end() {
        flush();
        return suspects.resolved(null);
    }

    private void flush() {
        if (held != null) {
            take(held, Long.MAX_VALUE);
            held = null;
        }
    }

    private void take(SealedEntry entry, long next) {
        if (entry.number() == expected) {
            judge(entry);
        } else if (before != null && entry.follows(before)) {
            suspects.renumbered(expected, entry);
            judge(entry);
        } else if (entry.number() > expected && next > entry.number()) {
            suspects.missing(expected, entry.number() - 1, before, behindLast(), entry);
            before = null;
            instead = null;
            expected = entry.number();
            judge(entry);
        } else {
            outOfPlace(entry, next);
        }
    }

    /** One that is there once more takes nobody's place: the one that is expected comes next. */
    private void outOfPlace(SealedEntry entry, long next) {
        suspects.outOfPlace(expected, entry);
        if (entry.number() > expected || next != expected) {
            before = null;
            instead = null;
            expected++;
        }
    }

    private void judge(SealedEntry entry) {
        String own = entry.entry().digest();
        boolean isTold = own.equals(entry.digest());
        boolean isLinked = before == null || entry.follows(before);
        String right = before == null ? entry.hash() : ChainHash.after(before, own);
        if (!isTold) {
            suspects.altered(entry, own, right.equals(entry.hash()) && !isLinked);
        } else if (!isLinked && instead != null && entry.follows(instead)) {
            suspects.onlyHashAltered(entry.number() - 1);
        } else if (!isLinked && before != null) {
            suspects.broken(entry, before);
        }
        instead = isLinked ? null : right;
        before = entry.hash();
        last = entry.entry();
        expected++;
    }

    private String behindLast() {
        return last == null ? "" : ", behind the row with " + Shown.entry(last);
    }
}
