package io.fateflow.dsl.bpmn;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The process definition key of a shape: two jobs with the same components and edges share a definition. */
final class ShapeKey {

    /** Part of the hash: raise it when the same shape compiles to another document. */
    private static final String FORMAT = "fate-dag format 1";

    private static final int HEX_DIGITS = 32;

    private ShapeKey() {}

    static String of(Dag dag) {
        StringBuilder canonical = new StringBuilder(FORMAT).append('\n');
        dag.upstream().forEach((name, upstream) -> canonical
                .append(name)
                .append(':')
                .append(String.join(",", upstream))
                .append('\n'));
        byte[] hash = sha256().digest(canonical.toString().getBytes(StandardCharsets.UTF_8));
        return "fate-dag-" + HexFormat.of().formatHex(hash).substring(0, HEX_DIGITS);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
