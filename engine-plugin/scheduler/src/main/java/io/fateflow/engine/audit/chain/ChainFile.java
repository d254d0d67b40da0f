package io.fateflow.engine.audit.chain;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.audit.chain.ChainDamage.Kind;
import io.fateflow.engine.audit.chain.ChainLines.BadLineException;

/** Verifies an exported chain line by line, with what the verifier knows of the site: its keys, and a head that it has kept. */
public final class ChainFile {

    private static final int LONGEST_LINE = 4 << 20;

    private final ChainKeys keys;
    private final Optional<ChainPoint> kept;

    /**
     * Makes it.
     *
     * @param kept a head that the site has shown before; it must be in the file
     */
    public ChainFile(ChainKeys keys, Optional<ChainPoint> kept) {
        this.keys = keys;
        this.kept = kept;
    }

    /**
     * What a file is.
     *
     * @param rows how many entries it has
     * @param head null if there is none
     * @param isSigned whether anchor and head are the site's word; false if no key is known
     * @param damages none if the file is whole
     */
    public record Report(long rows, @Nullable ChainPoint head, boolean isSigned, List<ChainDamage> damages) {}

    /** Reads the text of a head that was kept: its line, or the answer to the call that gives it. */
    public static ChainPoint head(String text) throws BadLineException {
        JsonNode read = ChainLines.read(text);
        return ChainLines.point(ChainPoint.Kind.HEAD, read.has("data") ? read.path("data") : read);
    }

    /**
     * Reads it to its end.
     *
     * @throws BadLineException if it is no exported chain at all
     */
    public Report verify(BufferedReader in) throws IOException, BadLineException {
        return new Reading(anchor(in)).verify(in);
    }

    private static ChainPoint anchor(BufferedReader in) throws IOException, BadLineException {
        String first = line(in);
        if (first == null) {
            throw new BadLineException("it is empty");
        }
        try {
            return ChainLines.point(ChainPoint.Kind.ANCHOR, ChainLines.read(first));
        } catch (BadLineException e) {
            throw new BadLineException("line 1 is not the anchor that an export begins with: " + e.getMessage());
        }
    }

    /** As {@code readLine}, but no file makes it take all memory. */
    private static @Nullable String line(BufferedReader in) throws IOException, BadLineException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
            if (line.length() > LONGEST_LINE) {
                throw new BadLineException("it has a line of more than %d characters".formatted(LONGEST_LINE));
            }
        }
        return line.toString();
    }

    private final class Reading {

        private final ChainPoint anchor;
        private final ChainVerifier verifier;
        private final List<ChainDamage> lines = new ArrayList<>();
        private boolean keptIsThere;
        private long rows;
        private long last;
        private @Nullable ChainPoint head;

        Reading(ChainPoint anchor) {
            this.anchor = anchor;
            this.verifier = ChainVerifier.behind(anchor);
            this.last = anchor.number();
            this.keptIsThere = kept.isEmpty() || isKept(anchor.number(), anchor.hash());
        }

        Report verify(BufferedReader in) throws IOException, BadLineException {
            int number = 1;
            for (String text = line(in); text != null; text = line(in)) {
                number++;
                try {
                    take(ChainLines.read(text));
                } catch (BadLineException e) {
                    bad(number, String.valueOf(e.getMessage()));
                }
            }
            List<ChainDamage> found = new ArrayList<>(head == null ? verifier.end() : verifier.end(head));
            found.addAll(lines);
            ends(found);
            return new Report(rows, head, keys.know() && head != null && found.isEmpty(), List.copyOf(found));
        }

        private void take(JsonNode line) throws BadLineException {
            if (head != null) {
                throw new BadLineException("it stands behind the head");
            }
            if (!ChainLines.isRow(line)) {
                head = ChainLines.point(ChainPoint.Kind.HEAD, line);
                return;
            }
            SealedEntry row = ChainLines.row(line);
            verifier.next(row);
            rows++;
            last = row.number();
            keptIsThere |= isKept(row.number(), row.hash());
        }

        private void bad(int number, String why) {
            if (lines.size() < Suspects.MOST) {
                lines.add(ChainDamage.of(
                        Kind.BROKEN,
                        last + 1,
                        "line %d, behind audit row %d, is not what an export has: %s".formatted(number, last, why)));
            }
        }

        private void ends(List<ChainDamage> found) {
            if (head == null) {
                found.add(new ChainDamage(
                        Kind.MISSING,
                        last + 1,
                        last + 1,
                        "the file ends behind audit row %d, without a head".formatted(last)));
            } else {
                signature(head, found);
            }
            signature(anchor, found);
            if (!keptIsThere) {
                kept.ifPresent(point -> found.add(ChainDamage.of(
                        Kind.BROKEN,
                        point.number(),
                        "the head that was kept, number %d of %s, is not in this chain: it was cut there, or rewritten before it"
                                .formatted(point.number(), Shown.time(point.time())))));
            }
            kept.ifPresent(point -> keys.trouble(point)
                    .ifPresent(why -> found.add(ChainDamage.of(
                            Kind.SIGNATURE,
                            point.number(),
                            "the head that was kept, number %d, %s".formatted(point.number(), why)))));
        }

        private void signature(ChainPoint point, List<ChainDamage> found) {
            keys.trouble(point)
                    .ifPresent(why -> found.add(ChainDamage.of(
                            Kind.SIGNATURE,
                            point.number(),
                            "the %s, number %d, %s".formatted(point.kind().wire(), point.number(), why))));
        }

        private boolean isKept(long number, String hash) {
            return kept.filter(point -> point.number() == number && point.hash().equals(hash))
                    .isPresent();
        }
    }
}
