package io.fateflow.engine.audit.chain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.audit.AuditRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** Each damage is found where it is, and nothing else is: at the chain's first entry, within, and at its last. */
class ChainVerifierTest {

    private static final int LENGTH = 12;

    private final List<SealedEntry> whole = Chains.chain(40, LENGTH);
    private final ChainPoint anchor = Chains.anchor(40);
    private final ChainPoint head = Chains.head(whole);
    private final List<SealedEntry> chain = new ArrayList<>(whole);

    private List<String> found() {
        return Chains.verify(anchor, chain, head).stream()
                .map(ChainDamage::what)
                .toList();
    }

    private void replace(int at, UnaryOperator<SealedEntry> by) {
        chain.set(at, by.apply(chain.get(at)));
    }

    private static SealedEntry saying(SealedEntry row, AuditRecord other) {
        return new SealedEntry(row.number(), other, row.digest(), row.hash());
    }

    private static SealedEntry numbered(SealedEntry row, long number) {
        return new SealedEntry(number, row.entry(), row.digest(), row.hash());
    }

    private static AuditRecord by(AuditRecord entry, String actor) {
        return new AuditRecord(
                entry.id(),
                entry.time(),
                actor,
                entry.origin(),
                entry.action(),
                entry.jobId(),
                entry.component(),
                entry.role(),
                entry.partyId(),
                entry.outcome(),
                entry.storedDetails());
    }

    private String shown(int at) {
        return Shown.entry(whole.get(at).entry());
    }

    @Test
    void aWholeChainIsWholeFromItsStartAndFromAnAnchor() {
        assertThat(found()).isEmpty();
        List<SealedEntry> fromStart = Chains.chain(0, 3);
        assertThat(Chains.verify(Chains.anchor(0), fromStart, Chains.head(fromStart)))
                .isEmpty();
        assertThat(Chains.verify(
                        Chains.anchor(0),
                        List.of(),
                        ChainPoint.unsigned(ChainPoint.Kind.HEAD, "9999", 0, ChainHash.START, 0)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, LENGTH - 1})
    void anAlteredEntryIsNamed(int at) {
        replace(at, row -> saying(row, by(row.entry(), "mallory")));

        assertThat(found()).containsExactly("audit row %d (%s) was altered".formatted(41 + at, shown(at)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, LENGTH - 1})
    void anAlteredDigestOrHashIsNamedAsSuch(int at) {
        String other = "c".repeat(64);
        replace(at, row -> new SealedEntry(row.number(), row.entry(), other, row.hash()));
        assertThat(found()).containsExactly("audit row %d (%s) was altered: its digest".formatted(41 + at, shown(at)));

        chain.set(at, whole.get(at));
        replace(at, row -> new SealedEntry(row.number(), row.entry(), row.digest(), other));
        assertThat(found()).containsExactly("audit row %d (%s) was altered: its hash".formatted(41 + at, shown(at)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, audit row 41 is missing",
        "5, 1, audit row 46 is missing",
        "5, 3, audit rows 46..48 are missing",
        "11, 1, audit row 52 is missing",
        "0, 12, audit rows 41..52 are missing"
    })
    void missingEntriesAreNamed(int at, int count, String expected) {
        chain.subList(at, at + count).clear();

        String behind = at == 0 ? "" : ", behind the row with " + shown(at - 1);
        assertThat(found()).containsExactly(expected + behind);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 11", "4, 5", "4, 7", "10, 11"})
    void swappedPairsAreNamedHoweverTheyWereSwapped(int one, int other) {
        String expected = "audit rows %d and %d were swapped".formatted(41 + one, 41 + other);
        AuditRecord first = whole.get(one).entry();
        AuditRecord second = whole.get(other).entry();

        Collections.swap(chain, one, other);
        assertThat(found()).as("lines of a file").singleElement().asString().startsWith(expected);

        chain.set(one, numbered(whole.get(other), 41 + one));
        chain.set(other, numbered(whole.get(one), 41 + other));
        assertThat(found()).as("numbers").singleElement().asString().startsWith(expected);

        chain.set(one, saying(whole.get(one), second));
        chain.set(other, saying(whole.get(other), first));
        assertThat(found()).as("rows").singleElement().asString().startsWith(expected);

        chain.set(one, saying(whole.get(one), second.withId(first.id())));
        chain.set(other, saying(whole.get(other), first.withId(second.id())));
        assertThat(found()).as("all but their ids").singleElement().asString().startsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, LENGTH - 1})
    void anEntryThatWasReplacedWithItsHashIsFoundWhereTheChainBreaks(int at) {
        String before = at == 0 ? anchor.hash() : whole.get(at - 1).hash();
        replace(at, row -> SealedEntry.after(row.number() - 1, before, by(row.entry(), "mallory")));

        assertThat(found())
                .containsExactly(
                        at == LENGTH - 1
                                ? "audit row 52 is not the one that the head names: it was replaced together with its hash, or"
                                        + " the head was altered"
                                : "audit row %d (%s) does not continue row %d: that was replaced together with its hash, or rows between them were removed"
                                        .formatted(42 + at, shown(at + 1), 41 + at));
    }

    @Test
    void anEntryUnderAnotherNumberIsNamedWhereItBelongs() {
        SealedEntry moved = numbered(chain.remove(5), 1_000);
        chain.add(moved);
        assertThat(found())
                .first()
                .asString()
                .isEqualTo("audit row 46 (%s) was altered: its number is 1000".formatted(shown(5)));

        chain.remove(moved);
        chain.add(5, moved);
        assertThat(found()).containsExactly("audit row 46 (%s) was altered: its number is 1000".formatted(shown(5)));
    }

    @Test
    void entriesThatWereAddedAreFound() {
        chain.add(6, numbered(whole.get(2), 46));
        assertThat(found()).isNotEmpty();

        chain.remove(6);
        chain.add(SealedEntry.after(52, head.hash(), Chains.entry(999)));
        assertThat(found())
                .containsExactly("audit rows stand behind the head, which is number 52: they were added, or the"
                        + " head was put back");
    }

    @Test
    void severalDamagesAreToldApart() {
        replace(1, row -> saying(row, by(row.entry(), "mallory")));
        chain.set(3, numbered(whole.get(4), 44));
        chain.set(4, numbered(whole.get(3), 45));
        chain.remove(8);

        assertThat(Chains.verify(anchor, chain, head))
                .extracting(ChainDamage::place)
                .containsExactly("audit row 42", "audit rows 44 and 45", "audit row 49");
    }

    @Test
    void aChainThatIsDamagedEverywhereTakesNoMoreMemoryThanAFew() {
        ChainVerifier verifier = ChainVerifier.behind(anchor);
        List<SealedEntry> many = Chains.chain(40, 1_000);
        many.forEach(row -> verifier.next(saying(row, by(row.entry(), "mallory"))));

        List<ChainDamage> damages = verifier.end(Chains.head(many));

        assertThat(damages).hasSize(Suspects.MOST + 1);
        assertThat(damages.get(Suspects.MOST).what()).isEqualTo("900 more places, from row 141 on");
    }

    @Test
    void anotherTextHasAnotherFormThoughItReadsTheSame() {
        AuditRecord entry = Chains.entry(7);
        AuditRecord moved = new AuditRecord(
                7,
                entry.time(),
                entry.actor() + "1",
                entry.origin().substring(1),
                "stop",
                "job7",
                "c",
                "guest",
                "9999",
                "done",
                "{}");

        assertThat(moved.digest()).isNotEqualTo(entry.digest());
        assertThat(by(entry, "\uD800").digest()).isNotEqualTo(by(entry, "?").digest());
        assertThat(new AuditRecord(1, 2, "a", "", "stop", "", "", "", "", "done", "{}").digest())
                .as("the documented form, computed by another program")
                .isEqualTo("e2bb39c78488e9dfbdf1e0f14d9d415fc6a77f678fcfdfc1d7edd777c59e8431");
    }
}
