package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import io.fateflow.worker.digest.Sha256;

/** A table's namespace and name, as users give them: any text, never used as a path. */
public record TableName(String namespace, String name) {

    public TableName {
        if (namespace.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("a table needs a namespace and a name");
        }
    }

    /** Where the table is, relative to the store: made of a hash, so that no name leads anywhere else. */
    public String path() {
        MessageDigest sha = Sha256.digest();
        sha.update(namespace.getBytes(StandardCharsets.UTF_8));
        sha.update((byte) 0);
        sha.update(name.getBytes(StandardCharsets.UTF_8));
        String hash = Sha256.hex(sha);
        return hash.substring(0, 2) + "/" + hash.substring(2) + ".arrow";
    }

    @Override
    public String toString() {
        return "table name: " + name + " namespace: " + namespace;
    }
}
