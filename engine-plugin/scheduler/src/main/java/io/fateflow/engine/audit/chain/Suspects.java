package io.fateflow.engine.audit.chain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.engine.audit.chain.ChainDamage.Kind;

/** What does not fit of a chain, until its end shows what belongs together: two places that were swapped, one that was moved. */
final class Suspects {

    /** How many places are told apart; the others are counted. */
    static final int MOST = 100;

    private final List<Altered> altered = new ArrayList<>();
    private final List<Broken> broken = new ArrayList<>();
    private final List<OutOfPlace> outOfPlace = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<ChainDamage> certain = new ArrayList<>();
    private Optional<ApartFromHead> apartFromHead = Optional.empty();
    private long more;
    private long firstOfMore;

    /** The entry is not what its digest was made of, which is {@code own}. */
    private record Altered(SealedEntry entry, String own) {
        boolean isSwappedWith(Altered other) {
            return (own.equals(other.entry.digest()) && other.own.equals(entry.digest()))
                    || (isOf(other) && other.isOf(this));
        }

        /** Whether what stands here was said by the other one. */
        private boolean isOf(Altered other) {
            return entry.entry().withId(other.entry.entry().id()).digest().equals(other.entry.digest());
        }
    }

    /** The entry does not continue the hash before it. */
    private record Broken(SealedEntry entry, String before) {
        boolean isSwappedWith(Broken later) {
            String beforeLater = later.number() == number() + 1 ? later.entry.hash() : later.before;
            return later.entry.follows(before) && entry.follows(beforeLater);
        }

        long number() {
            return entry.number();
        }
    }

    private record OutOfPlace(long place, SealedEntry entry) {
        boolean isSwappedWith(OutOfPlace other) {
            return place == other.entry.number() && other.place == entry.number();
        }
    }

    /** @param behind what comes after it, if anything */
    private record Gap(
            long first,
            long last,
            @Nullable String before,
            String where,
            @Nullable SealedEntry behind) {
        /** Whether an entry is what is missing, under another number. */
        boolean isFilledBy(SealedEntry entry) {
            return before != null && first == last && entry.follows(before);
        }
    }

    private record ApartFromHead(ChainPoint head, ChainDamage damage) {}

    void altered(SealedEntry entry, String own, boolean onlyItsDigest) {
        if (isFull(altered, entry.number())) {
            return;
        }
        if (onlyItsDigest) {
            certain.add(
                    ChainDamage.of(Kind.ALTERED, entry.number(), "%s was altered: its digest".formatted(named(entry))));
        } else {
            altered.add(new Altered(entry, own));
        }
    }

    void onlyHashAltered(long number) {
        broken.stream().filter(found -> found.number() == number).findFirst().ifPresent(found -> {
            broken.remove(found);
            certain.add(hashAltered(found.entry.number(), found.entry.entry()));
        });
    }

    private static ChainDamage hashAltered(long number, AuditRecord entry) {
        return ChainDamage.of(
                Kind.ALTERED, number, "audit row %d (%s) was altered: its hash".formatted(number, Shown.entry(entry)));
    }

    void broken(SealedEntry entry, String before) {
        if (!isFull(broken, entry.number())) {
            broken.add(new Broken(entry, before));
        }
    }

    void renumbered(long number, SealedEntry entry) {
        if (!isFull(certain, number)) {
            certain.add(moved(number, entry));
        }
    }

    private static ChainDamage moved(long number, SealedEntry entry) {
        return ChainDamage.of(
                Kind.ALTERED,
                number,
                "audit row %d (%s) was altered: its number is %d"
                        .formatted(number, Shown.entry(entry.entry()), entry.number()));
    }

    void outOfPlace(long place, SealedEntry entry) {
        if (!isFull(outOfPlace, place)) {
            outOfPlace.add(new OutOfPlace(place, entry));
        }
    }

    void missing(long first, long last, @Nullable String before, String where, @Nullable SealedEntry behind) {
        if (!isFull(gaps, first)) {
            gaps.add(new Gap(first, last, before, where, behind));
        }
    }

    void behindHead(long head, long last) {
        certain.add(new ChainDamage(
                Kind.BROKEN,
                head + 1,
                last,
                "audit rows stand behind the head, which is number %d: they were added, or the head was put back"
                        .formatted(head)));
    }

    void apartFromHead(ChainPoint head, @Nullable AuditRecord last, boolean onlyItsHash) {
        if (onlyItsHash && last != null) {
            broken.removeIf(found -> found.number() == head.number());
            certain.add(hashAltered(head.number(), last));
            return;
        }
        apartFromHead = Optional.of(new ApartFromHead(
                head,
                ChainDamage.of(
                        Kind.BROKEN,
                        head.number(),
                        "audit row %d is not the one that the head names: it was replaced together with its hash, or the head was altered"
                                .formatted(head.number()))));
    }

    private boolean isFull(List<?> list, long number) {
        if (list.size() < MOST) {
            return false;
        }
        firstOfMore = more == 0 ? number : Math.min(firstOfMore, number);
        more++;
        return true;
    }

    /** @param head null if where the chain ends is not known */
    List<ChainDamage> resolved(@Nullable ChainPoint head) {
        resolveAltered();
        resolveBroken();
        resolveOutOfPlace();
        resolveGaps(head == null ? Long.MAX_VALUE : head.number());
        altered.forEach(left ->
                certain.add(ChainDamage.of(Kind.ALTERED, left.entry.number(), named(left.entry) + " was altered")));
        broken.forEach(left -> certain.add(ChainDamage.of(
                Kind.BROKEN,
                left.number(),
                "%s does not continue row %d: that was replaced together with its hash, or rows between them were removed"
                        .formatted(named(left.entry), left.number() - 1))));
        outOfPlace.forEach(left -> certain.add(ChainDamage.of(
                Kind.BROKEN, left.place, "%s stands where row %d belongs".formatted(named(left.entry), left.place))));
        apartFromHead.ifPresent(apart -> certain.add(apart.damage));
        certain.sort(Comparator.comparingLong(ChainDamage::first));
        if (more > 0) {
            certain.add(ChainDamage.of(
                    Kind.BROKEN, firstOfMore, "%d more places, from row %d on".formatted(more, firstOfMore)));
        }
        return List.copyOf(certain);
    }

    private static String named(SealedEntry entry) {
        return "audit row %d (%s)".formatted(entry.number(), Shown.entry(entry.entry()));
    }

    private void resolveAltered() {
        for (Altered one : List.copyOf(altered)) {
            altered.stream()
                    .filter(other -> other.entry.number() > one.entry.number() && one.isSwappedWith(other))
                    .findFirst()
                    .ifPresent(other -> {
                        altered.removeAll(List.of(one, other));
                        swapped(one.entry, other.entry, one.entry.number(), other.entry.number());
                    });
        }
    }

    /** Whose numbers were swapped, each breaks the chain where it stands now, and behind it. */
    private void resolveBroken() {
        for (Broken one : List.copyOf(broken)) {
            broken.stream()
                    .filter(other -> other.number() > one.number() && one.isSwappedWith(other))
                    .findFirst()
                    .ifPresent(other -> {
                        broken.removeAll(List.of(one, other));
                        broken.removeIf(next -> isHealed(next, one, other) || isHealed(next, other, one));
                        apartFromHead = apartFromHead.filter(apart -> apart.head.number() != other.number()
                                || !apart.head.hash().equals(one.entry.hash()));
                        swapped(one.entry, other.entry, one.number(), other.number());
                    });
        }
    }

    private static boolean isHealed(Broken next, Broken place, Broken belongsThere) {
        return next.number() == place.number() + 1 && next.entry.follows(belongsThere.entry.hash());
    }

    private void resolveOutOfPlace() {
        for (OutOfPlace one : List.copyOf(outOfPlace)) {
            outOfPlace.stream()
                    .filter(other -> other.place > one.place && one.isSwappedWith(other))
                    .findFirst()
                    .ifPresent(other -> {
                        outOfPlace.removeAll(List.of(one, other));
                        swapped(other.entry, one.entry, one.place, other.place);
                    });
        }
    }

    private void resolveGaps(long head) {
        for (Gap gap : gaps) {
            Optional<SealedEntry> moved = candidates().filter(gap::isFilledBy).findFirst();
            if (moved.isPresent()) {
                outOfPlace.removeIf(other -> other.entry.equals(moved.get()));
                certain.add(moved(gap.first, moved.get()));
            } else if (gap.first <= head) {
                certain.add(ChainDamage.missing(gap.first, Math.min(gap.last, head), gap.where));
            }
        }
    }

    private Stream<SealedEntry> candidates() {
        return Stream.concat(
                outOfPlace.stream().map(OutOfPlace::entry),
                gaps.stream().map(Gap::behind).flatMap(Stream::ofNullable));
    }

    private void swapped(SealedEntry one, SealedEntry other, long first, long second) {
        certain.add(ChainDamage.swapped(one, other, first, second));
    }
}
