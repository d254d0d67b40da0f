package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.run.RunDirectories;

/** The journals of all workers that share a work directory: those that live, and those that have ended. */
record Journals(Path directory, RunDirectories runs) {

    private static final Logger log = LoggerFactory.getLogger(Journals.class);

    /** A new one, which appears complete and locked. */
    Journal open(String workerId) throws IOException {
        String name = UUID.randomUUID().toString().replace("-", "");
        Path unfinished = Files.createDirectories(directory.resolve("." + name));
        JournalOwner.write(unfinished.resolve(Journal.OWNER), workerId);
        FileChannel lock = tryLock(unfinished)
                .orElseThrow(() -> new IOException("cannot lock " + unfinished + ", although it is new"));
        Path finished = Files.move(unfinished, directory.resolve(name));
        return new Journal(workerId, finished, lock, runs);
    }

    /** Those of workers of this machine that have ended, now the caller's. */
    List<Journal> ended() throws IOException {
        List<Journal> ended = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "[0-9a-f]*")) {
            for (Path journal : all) {
                ended(journal).ifPresent(ended::add);
            }
        }
        return ended;
    }

    /**
     * A living worker's lock is not even tried: in its own process, to try it would release it.
     */
    private Optional<Journal> ended(Path journal) throws IOException {
        try {
            JournalOwner owner = JournalOwner.read(journal.resolve(Journal.OWNER));
            if (!owner.isOfThisMachine() || owner.isAlive()) {
                return Optional.empty();
            }
            return tryLock(journal).map(lock -> new Journal(owner.workerId(), journal, lock, runs));
        } catch (NoSuchFileException takenMeanwhile) {
            return Optional.empty();
        } catch (IOException e) {
            log.error("cannot read the journal {}; executors noted there, if they run, are not watched", journal, e);
            return Optional.empty();
        }
    }

    private static Optional<FileChannel> tryLock(Path journal) throws IOException {
        FileChannel file =
                FileChannel.open(journal.resolve(Journal.LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = file.tryLock();
            if (lock != null) {
                return Optional.of(file);
            }
        } catch (OverlappingFileLockException heldByThisProcess) {
            // somebody else's
        }
        file.close();
        return Optional.empty();
    }
}
