package io.fateflow.engine.audit;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.database.Json;
import io.fateflow.worker.digest.Sha256;

/**
 * An entry of the audit log, column by column as it is stored.
 *
 * @param id of the row; grows with time
 * @param time epoch milliseconds
 * @param storedDetails the text of the column, whatever was made of it
 */
public record AuditRecord(
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
        @JsonIgnore String storedDetails) {

    private static final String FORM = "fate-audit-1";

    /** What its column says. */
    @JsonProperty
    public JsonNode details() {
        return Json.read(storedDetails);
    }

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
    public AuditRecord withId(long other) {
        return new AuditRecord(
                other, time, actor, origin, action, jobId, component, role, partyId, outcome, storedDetails);
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
                storedDetails);
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
