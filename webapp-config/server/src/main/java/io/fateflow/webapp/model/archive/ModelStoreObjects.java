package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.worker.digest.Sha256;

/**
 * Archives in an object store, below {@code models/}.
 *
 * @param objects the store
 * @param scratch a folder for archives on their way
 */
record ModelStoreObjects(ObjectStore objects, Path scratch) implements ModelFiles {

    private static String key(PartyModel part) {
        return "models/" + ModelStore.key(part);
    }

    @Override
    public boolean has(PartyModel part) throws IOException {
        return objects.list(key(part)).stream().anyMatch(object -> object.key().equals(key(part)));
    }

    @Override
    public String put(PartyModel part, Content content) throws IOException {
        Path archive = ModelStoreFolder.written(Files.createDirectories(scratch), content);
        try {
            objects.upload(key(part), archive);
            return Sha256.ofFile(archive);
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    @Override
    public <T> T read(PartyModel part, Use<T> use) throws IOException {
        Path archive = Files.createDirectories(scratch).resolve(UUID.randomUUID() + ".part");
        try (InputStream in = open(part)) {
            Files.copy(in, archive);
            return use.of(archive);
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    @Override
    public InputStream open(PartyModel part) throws IOException {
        return objects.open(key(part), 0);
    }
}
