package io.fateflow.engine.audit.chain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.audit.AuditRecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is exported is verified without a server. */
class ChainFileTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<SealedEntry> CHAIN = Chains.chain(40, 8);
    private static final String FILE = Chains.file(Chains.anchor(40), CHAIN, Chains.head(CHAIN));

    private static List<String> found(String file) throws Exception {
        return Chains.read(file, Chains.KEYS, Optional.empty()).damages().stream()
                .map(ChainDamage::what)
                .toList();
    }

    @Test
    void anExportIsWholeAndItsHeadTheSitesWord() throws Exception {
        ChainFile.Report report = Chains.read(FILE, Chains.KEYS, Optional.empty());

        assertThat(report.damages()).isEmpty();
        assertThat(report.rows()).isEqualTo(8);
        assertThat(report.isSigned()).isTrue();
        assertThat(Chains.read(FILE, ChainKeys.none(), Optional.empty()).isSigned())
                .isFalse();
    }

    @Test
    void anotherSitesKeyDoesNotFitNorDoesNone() throws Exception {
        assertThat(Chains.read(FILE, ChainKeys.verifying(List.of(Chains.pair().getPublic())), Optional.empty())
                        .damages())
                .extracting(ChainDamage::what)
                .containsExactlyInAnyOrder(
                        "the head, number 48, has a signature that does not fit",
                        "the anchor, number 40, has a signature that does not fit");
        ChainPoint bare = Chains.head(CHAIN).signed("");
        assertThat(found(Chains.file(Chains.anchor(40), CHAIN, bare)))
                .containsExactly("the head, number 48, has no signature");
    }

    @Test
    void aHeadThatWasKeptMustBeThere() throws Exception {
        ChainPoint earlier = Chains.head(CHAIN.subList(0, 5));
        assertThat(Chains.read(FILE, Chains.KEYS, Optional.of(earlier)).damages())
                .isEmpty();

        List<SealedEntry> rewritten = new ArrayList<>(CHAIN.subList(0, 3));
        rewritten.add(SealedEntry.after(43, CHAIN.get(2).hash(), Chains.entry(999)));
        rewritten.add(
                SealedEntry.after(44, rewritten.get(3).hash(), CHAIN.get(4).entry()));
        String file = Chains.file(Chains.anchor(40), rewritten, Chains.head(rewritten));
        assertThat(found(file)).isEmpty();
        assertThat(Chains.read(file, Chains.KEYS, Optional.of(earlier)).damages())
                .singleElement()
                .asString()
                .contains("the head that was kept, number 45", "is not in this chain");
        ChainPoint forged = new ChainPoint(
                earlier.kind(), earlier.partyId(), earlier.number(), earlier.hash(), 5, earlier.signature());
        assertThat(Chains.read(FILE, Chains.KEYS, Optional.of(forged)).damages())
                .singleElement()
                .asString()
                .contains("the head that was kept, number 45, has a signature that does not fit");
    }

    @Test
    void aHeadIsReadOfItsLineAndOfTheAnswerToTheCall() throws Exception {
        ChainPoint head = Chains.head(CHAIN);
        String line = ChainLines.tree(head).toString();

        assertThat(ChainFile.head(line)).isEqualTo(head);
        assertThat(ChainFile.head("{\"data\": " + line + ", \"retcode\": 0, \"retmsg\": \"success\"}"))
                .isEqualTo(head);
    }

    @Test
    void aFileThatWasCutOrIsNoneSaysSo() throws Exception {
        List<String> lines = FILE.lines().toList();

        assertThat(found(String.join("\n", lines.subList(0, 6))))
                .containsExactly("the file ends behind audit row 45, without a head");
        assertThat(found(FILE + lines.get(3)))
                .containsExactly("line 11, behind audit row 48, is not what an export has: it stands behind the head");
        String more = lines.get(3).replace("\"kind\"", "\"note\":\"unproved\",\"kind\"");
        assertThat(found(FILE.replace(lines.get(3), more)))
                .anyMatch(what -> what.startsWith("line 4, behind audit row 42, is not what an export has: its keys"));
        assertThatThrownBy(() -> found("")).hasMessage("it is empty");
        assertThatThrownBy(() -> found(lines.get(1)))
                .hasMessage("line 1 is not the anchor that an export begins with: it is no anchor");
    }

    @Test
    void textsThatAreNoUnicodeComeThrough() throws Exception {
        AuditRecord odd =
                new AuditRecord(1, 2, "\uD800", "ä\u0000\"", "stop", "", "", "", "", "done", "{\"a\":\"\u2028😀\"}");
        List<SealedEntry> chain = List.of(SealedEntry.after(0, ChainHash.START, odd));

        assertThat(found(Chains.file(Chains.anchor(0), chain, Chains.head(chain))))
                .isEmpty();
    }

    /** Whatever is changed of whichever key of whichever line, it is found, and no line of another entry is accused. */
    @Property(tries = 600)
    void anyMutationOfAnyKeyOfAnyLineIsFound(
            @ForAll @IntRange(min = 0, max = 9) int line,
            @ForAll @IntRange(min = 0, max = 14) int key,
            @ForAll String text,
            @ForAll long number)
            throws Exception {
        List<String> lines = new ArrayList<>(FILE.lines().toList());
        ObjectNode changed = (ObjectNode) JSON.readTree(lines.get(line));
        List<String> names = new ArrayList<>();
        changed.fieldNames().forEachRemaining(names::add);
        String name = names.get(key % names.size());
        JsonNode before = changed.get(name).deepCopy();
        if (before.isNumber()) {
            changed.put(name, number);
        } else {
            changed.put(name, text);
        }
        if (changed.get(name).equals(before) || changed.get(name).asText().equals(before.asText())) {
            return;
        }
        lines.set(line, ascii(changed));

        try {
            List<ChainDamage> damages = Chains.read(String.join("\n", lines), Chains.KEYS, Optional.empty())
                    .damages();
            assertThat(damages).isNotEmpty();
            boolean isColumn =
                    line > 0 && line < 9 && !List.of("kind", "number").contains(name);
            if (isColumn) {
                assertThat(damages).singleElement().satisfies(damage -> {
                    assertThat(damage.kind()).isEqualTo(ChainDamage.Kind.ALTERED);
                    assertThat(damage.first()).isEqualTo(40 + line);
                });
            }
        } catch (ChainLines.BadLineException e) {
            assertThat(line)
                    .as("only without its anchor a file is none: %s", e.getMessage())
                    .isZero();
        }
    }

    @Property(tries = 300)
    void anyLineThatIsLeftOutOrSwappedWithAnotherIsFound(
            @ForAll @IntRange(min = 1, max = 8) int one, @ForAll @IntRange(min = 1, max = 8) int other)
            throws Exception {
        List<String> lines = new ArrayList<>(FILE.lines().toList());
        if (one == other) {
            lines.remove(one);
            assertThat(found(String.join("\n", lines)))
                    .singleElement()
                    .asString()
                    .startsWith("audit row %d is missing".formatted(40 + one));
        } else {
            Collections.swap(lines, one, other);
            assertThat(found(String.join("\n", lines)))
                    .singleElement()
                    .asString()
                    .startsWith("audit rows %d and %d were swapped"
                            .formatted(40 + Math.min(one, other), 40 + Math.max(one, other)));
        }
    }

    private static String ascii(JsonNode node) throws Exception {
        return JSON.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsString(node);
    }
}
