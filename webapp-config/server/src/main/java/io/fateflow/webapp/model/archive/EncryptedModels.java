package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.UUID;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.worker.digest.Sha256;

/**
 * Archives that are encrypted, if the site has keys. Read, they are files as they are, in a folder of this server's, as long as they are read. An
 * older one that somebody puts back is refused.
 *
 * @param store keeps them
 * @param scratch a folder for archives on their way
 */
record EncryptedModels(ModelFiles store, AtRest atRest, Path scratch) implements ModelStore {

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
        Path encrypted = ModelStoreFolder.written(Files.createDirectories(scratch), out -> {
            try (OutputStream encrypting = new DigestOutputStream(atRest.encrypting(out, kept(part)), digest)) {
                content.writeTo(encrypting);
            }
        });
        try {
            place(part, encrypted);
        } finally {
            Files.deleteIfExists(encrypted);
        }
        return Sha256.hex(digest);
    }

    /** An archive is large: it is uploaded before others have to wait, so that another one may have come behind it. */
    private void place(PartyModel part, Path encrypted) throws IOException {
        KeptFile kept = kept(part);
        String version = atRest.expect(kept, encrypted, () -> versionThere(part));
        // where that fails it may have arrived, and stays expected
        store.put(part, out -> Files.copy(encrypted, out));
        boolean there = atRest.replace(
                kept, version, () -> versionThere(part).filter(version::equals).isPresent());
        if (!there) {
            atRest.forget(kept, version);
        }
    }

    private Optional<String> versionThere(PartyModel part) throws IOException {
        try (InputStream archive = store.open(part)) {
            return AtRest.versionOf(archive);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    @Override
    public <T> T read(PartyModel part, Use<T> use) throws IOException {
        if (!atRest.isOn()) {
            return store.read(part, archive -> {
                atRest.open(archive, kept(part)).close();
                return use.of(archive);
            });
        }
        Path plain = Files.createDirectories(scratch).resolve(UUID.randomUUID() + ".part");
        try {
            decrypt(part, plain);
            return use.of(plain);
        } finally {
            Files.deleteIfExists(plain);
        }
    }

    private void decrypt(PartyModel part, Path plain) throws IOException {
        try {
            decryptOnce(part, plain);
        } catch (AtRestException e) {
            if (!e.isOfOlderFile()) {
                throw e;
            }
            // if it was replaced between both looks, another one is there by now
            decryptOnce(part, plain);
        }
    }

    private void decryptOnce(PartyModel part, Path plain) throws IOException {
        store.read(part, archive -> {
            try (InputStream in = Channels.newInputStream(atRest.open(archive, kept(part)))) {
                Files.copy(in, plain, StandardCopyOption.REPLACE_EXISTING);
            }
            atRest.accept(kept(part), archive);
            return plain;
        });
    }
}
