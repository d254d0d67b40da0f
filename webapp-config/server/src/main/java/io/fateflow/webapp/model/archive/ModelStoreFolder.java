package io.fateflow.webapp.model.archive;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.worker.digest.Sha256;

/**
 * The folder that archives are kept in: {@code <party model id>/<version>/model.zip}. An archive that is there is whole: it
 * is forced to the disk before it gets its name.
 */
record ModelStoreFolder(Path folder) {

    private static final String FILE = "model.zip";
    private static final int LONGEST_NAME = 200;

    /** Writes an archive. */
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** The archive of a part. */
    Path file(PartyModel part) {
        return folder.resolve(name(part)).resolve(part.version()).resolve(FILE);
    }

    /** A model of many parties has a longer name than files may have. */
    private static String name(PartyModel part) {
        String name = PartOfModel.partyModelId(part);
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 64) + Sha256.hex(name);
    }

    Optional<Path> find(PartyModel part) {
        Path file = file(part);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Optional.of(file) : Optional.empty();
    }

    /** Stores an archive, in place of the one that is there. */
    Path put(PartyModel part, Content content) throws IOException {
        Path file = file(part);
        Path directory = Files.createDirectories(file.resolveSibling(""));
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
        return Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
