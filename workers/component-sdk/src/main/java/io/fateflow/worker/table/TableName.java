package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A table's namespace and name, as users give them: any text, never used as a path. */
public record TableName(String namespace, String name) {

    public TableName {
        if (namespace.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("a table needs a namespace and a name");
        }
    }

    /** Where the table is, relative to the store: made of a hash, so that no name leads anywhere else. */
    String path() {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(namespace.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            sha.update(name.getBytes(StandardCharsets.UTF_8));
            String hash = HexFormat.of().formatHex(sha.digest());
            return hash.substring(0, 2) + "/" + hash.substring(2) + ".arrow";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "table name: " + name + " namespace: " + namespace;
    }
}
