package io.fateflow.engine.audit.chain;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;

import io.fateflow.worker.digest.Sha256;

/**
 * An entry of the audit log, column by column as it is stored: {@code details} is the text of the column, not what it means.
 *
 * @param id of the row
 * @param time epoch milliseconds
 */
public record ChainEntry(
        long id,
        long time,
        String actor,
        String origin,
        String action,
        String jobId,
        String component,
        String role,
        String partyId,
        String outcome,
        String details) {

    private static final String FORM = "fate-audit-1";

    /**
     * SHA-256 of the canonical form, in lower-case hex. The form is {@code fate-audit-1} and then the eleven values in the
     * order of this record, numbers in decimal; each text as the count of its UTF-16 units in four bytes, big-endian, and the
     * units, two bytes each, big-endian. So every text that a database keeps has a form of its own, and where one ends another
     * can't begin.
     */
    public String digest() {
        return digest(FORM, values());
    }

    /** The same things, said of another row. */
    ChainEntry withId(long other) {
        return new ChainEntry(other, time, actor, origin, action, jobId, component, role, partyId, outcome, details);
    }

    private List<String> values() {
        return List.of(
                Long.toString(id),
                Long.toString(time),
                actor,
                origin,
                action,
                jobId,
                component,
                role,
                partyId,
                outcome,
                details);
    }

    private static String digest(String form, List<String> values) {
        MessageDigest digest = Sha256.digest();
        try (DataOutputStream out =
                new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
            write(form, out);
            for (String value : values) {
                write(value, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written anywhere", e);
        }
        return Sha256.hex(digest);
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }
}
