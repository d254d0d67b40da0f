package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.UUID;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.worker.digest.Sha256;

/**
 * Archives that are encrypted, if the site has keys. Read, they are files as they are, in a folder of this server's, as long as they are read.
 *
 * @param store keeps them
 * @param scratch a folder for archives on their way
 */
record EncryptedModels(ModelStore store, AtRest atRest, Path scratch) implements ModelStore {

    private static KeptFile kept(PartyModel part) {
        String key = ModelStore.key(part);
        return new KeptFile("models/" + key, "The archive " + key + " of the store of models");
    }

    @Override
    public boolean has(PartyModel part) throws IOException {
        return store.has(part);
    }

    @Override
    public String put(PartyModel part, Content content) throws IOException {
        if (!atRest.isOn()) {
            return store.put(part, content);
        }
        MessageDigest digest = Sha256.digest();
        store.put(part, out -> {
            try (OutputStream encrypting = new DigestOutputStream(atRest.encrypting(out, kept(part)), digest)) {
                content.writeTo(encrypting);
            }
        });
        return Sha256.hex(digest);
    }

    @Override
    public <T> T read(PartyModel part, Use<T> use) throws IOException {
        return store.read(
                part,
                archive -> AtRest.keyOf(archive).isEmpty() && !atRest.isOn()
                        ? use.of(archive)
                        : decrypted(part, archive, use));
    }

    private <T> T decrypted(PartyModel part, Path archive, Use<T> use) throws IOException {
        Path plain = Files.createDirectories(scratch).resolve(UUID.randomUUID() + ".part");
        try {
            try (InputStream in = Channels.newInputStream(atRest.open(archive, kept(part)))) {
                Files.copy(in, plain);
            }
            return use.of(plain);
        } finally {
            Files.deleteIfExists(plain);
        }
    }
}
