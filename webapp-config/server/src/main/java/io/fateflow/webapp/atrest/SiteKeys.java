package io.fateflow.webapp.atrest;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The keys of a key file at one moment.
 *
 * @param all at least one; the first one encrypts
 */
record SiteKeys(List<SiteKey> all) {

    /**
     * Reads a key file: a key a line, Base64 of 32 bytes, the one that encrypts first; empty lines and those that begin with # say nothing.
     *
     * @throws IllegalArgumentException which line is none; it has nothing of the line itself
     */
    static SiteKeys parse(List<String> lines) {
        List<SiteKey> keys = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                keys.add(key(line, i + 1));
            }
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("it has no key");
        }
        return new SiteKeys(List.copyOf(keys));
    }

    private static SiteKey key(String line, int number) {
        try {
            byte[] secret = Base64.getDecoder().decode(line);
            if (secret.length == SiteKey.BYTES) {
                return new SiteKey(secret);
            }
        } catch (IllegalArgumentException e) {
            // its message would have a part of the line
        }
        throw new IllegalArgumentException("line " + number + " is not the Base64 of 32 bytes");
    }

    SiteKey first() {
        return all.get(0);
    }

    Optional<SiteKey> find(String id) {
        return all.stream().filter(key -> key.id().equals(id)).findFirst();
    }

    String ids() {
        return all.stream().map(SiteKey::id).collect(Collectors.joining(", "));
    }
}
