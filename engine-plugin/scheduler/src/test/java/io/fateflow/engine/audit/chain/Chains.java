package io.fateflow.engine.audit.chain;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.federation.auth.SiteSignature;

/** Chains of a test, and their files. */
final class Chains {

    static final KeyPair PAIR = pair();
    static final ChainKeys KEYS = keys(PAIR, false);

    private Chains() {}

    static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static ChainKeys keys(KeyPair pair, boolean adoptsUnsigned) {
        return new ChainKeys(
                "9999",
                text -> SiteSignature.SHA256.sign(pair.getPrivate(), text),
                List.of(pair.getPublic()),
                adoptsUnsigned);
    }

    static AuditRecord entry(long id) {
        return new AuditRecord(
                id,
                1_767_367_845_000L + id,
                "alice" + id,
                "192.0.2.7",
                "stop",
                "job" + id,
                "c",
                "guest",
                "9999",
                "done",
                "{}");
    }

    /** An anchor, entries and a head, as a list of lines. */
    static List<SealedEntry> chain(long anchor, int length) {
        List<SealedEntry> chain = new ArrayList<>();
        long number = anchor;
        String hash = anchor == 0 ? ChainHash.START : "ab".repeat(32);
        for (int i = 1; i <= length; i++) {
            SealedEntry next = SealedEntry.after(number, hash, entry(100 + anchor + i));
            chain.add(next);
            number = next.number();
            hash = next.hash();
        }
        return chain;
    }

    static ChainPoint anchor(long number) {
        ChainPoint point = ChainPoint.unsigned(
                ChainPoint.Kind.ANCHOR, "9999", number, number == 0 ? ChainHash.START : "ab".repeat(32), 1);
        return number == 0 ? point : KEYS.sign(point);
    }

    static ChainPoint head(List<SealedEntry> chain) {
        SealedEntry last = chain.get(chain.size() - 1);
        return KEYS.sign(
                ChainPoint.unsigned(ChainPoint.Kind.HEAD, "9999", last.number(), last.hash(), 1_767_367_999_000L));
    }

    static List<ChainDamage> verify(ChainPoint anchor, List<SealedEntry> chain, ChainPoint head) {
        ChainVerifier verifier = ChainVerifier.behind(anchor);
        chain.forEach(verifier::next);
        return verifier.end(head);
    }

    static String file(ChainPoint anchor, List<SealedEntry> chain, ChainPoint head) {
        StringBuilder file = new StringBuilder(text(ChainLines.line(anchor)));
        chain.forEach(entry -> file.append(text(ChainLines.line(entry))));
        return file.append(text(ChainLines.line(head))).toString();
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.US_ASCII) + "\n";
    }

    static ChainFile.Report read(String file, ChainKeys keys, Optional<ChainPoint> kept)
            throws IOException, ChainLines.BadLineException {
        return new ChainFile(keys, kept).verify(new BufferedReader(new StringReader(file)));
    }
}
