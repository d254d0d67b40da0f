package io.fateflow.webapp.model.archive;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.worker.digest.Sha256;

/**
 * The folder that archives are kept in: {@code <party model id>/<version>/model.zip}. An archive is forced to the disk before it
 * gets its name.
 */
record ModelStoreFolder(Path folder) implements ModelFiles {

    private Path file(PartyModel part) {
        return folder.resolve(ModelStore.key(part));
    }

    @Override
    public boolean has(PartyModel part) {
        return Files.isRegularFile(file(part), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String put(PartyModel part, Content content) throws IOException {
        Path file = file(part);
        Path directory = Files.createDirectories(file.resolveSibling(""));
        Path unfinished = written(directory, content);
        return Sha256.ofFile(
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING));
    }

    @Override
    public <T> T read(PartyModel part, Use<T> use) throws IOException {
        return use.of(file(part));
    }

    @Override
    public InputStream open(PartyModel part) throws IOException {
        return Files.newInputStream(file(part));
    }

    /** A file with a content, forced to the disk. */
    static Path written(Path directory, Content content) throws IOException {
        Path unfinished = directory.resolve(UUID.randomUUID() + ".part");
        try (FileChannel channel =
                        FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
            content.writeTo(out);
            out.flush();
            channel.force(true);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        return unfinished;
    }
}
