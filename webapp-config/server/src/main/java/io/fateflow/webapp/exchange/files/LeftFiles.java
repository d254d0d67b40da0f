package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import org.springframework.http.HttpStatus;

import io.fateflow.engine.executor.AttemptFiles;
import io.fateflow.engine.executor.FileRights;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore.TableRef;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.IncomingFiles;
import io.fateflow.transfer.IncomingFiles.Incoming;
import io.fateflow.webapp.storage.Content;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.webapp.storage.SiteTables.Arrived;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFile.Kind;
import io.fateflow.worker.files.SiteFilesJson.Received;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/** What attempts leave: it is kept while it arrives, and in its place all at once, if the attempt has not ended by then. */
final class LeftFiles {

    private final SiteTables tables;
    private final WritableFolders downloads;
    private final FileContents contents;
    private final IncomingFiles incoming;
    private final AttemptFiles attempts;
    private final Storing storing = new Storing(Duration.ofSeconds(60));

    LeftFiles(
            SiteTables tables,
            WritableFolders downloads,
            FileContents contents,
            IncomingFiles incoming,
            AttemptFiles attempts) {
        this.tables = tables;
        this.downloads = downloads;
        this.contents = contents;
        this.incoming = incoming;
        this.attempts = attempts;
    }

    /** How much of it is here; whoever asks again after a lost answer learns that it is in its place. */
    Received received(TaskKey key, FileRights rights, SiteFile file) throws IOException {
        return isThere(rights, file)
                ? new Received(file.size(), true)
                : new Received(incoming.received(arriving(key, file)), false);
    }

    /**
     * Takes what comes from an offset on. What is whole may take longer to store than a call may take: who asks again meanwhile
     * waits for that, and asks again.
     *
     * @return empty if the attempt has ended: then nothing of it counts any more
     */
    Optional<Received> append(TaskKey key, FileRights rights, SiteFile file, long offset, InputStream data)
            throws IOException {
        if (isThere(rights, file)) {
            return Optional.of(new Received(file.size(), true));
        }
        Incoming arriving = arriving(key, file);
        if (storing.isEnded(arriving)) {
            Optional<Path> whole = incoming.append(arriving, offset, data);
            if (whole.isEmpty()) {
                return Optional.of(new Received(incoming.received(arriving), false));
            }
            requireTable(file, whole.get());
            Optional<Boolean> stored = storing.once(arriving, () -> store(key, rights, file, whole.get()));
            if (stored.isPresent()) {
                return stored.get() ? Optional.of(new Received(file.size(), true)) : Optional.empty();
            }
        }
        return Optional.of(new Received(file.size(), isThere(rights, file)));
    }

    private static void requireTable(SiteFile file, Path whole) throws IOException {
        if (file.kind() != Kind.FILE && !TableStore.isTable(whole)) {
            Files.deleteIfExists(whole);
            throw new FileRefusedException(
                    HttpStatus.UNPROCESSABLE_ENTITY,
                    "FFB-5262 What was given back as " + file + " is no table: an Arrow IPC file begins and ends with"
                            + " ARROW1. Have the component write its tables through its TableStore, or as CSV"
                            + " (csv-tables).");
        }
    }

    /** Returns whether the attempt lives, so that it counts. */
    private boolean store(TaskKey key, FileRights rights, SiteFile file, Path whole) throws IOException {
        Content content = new Content(file.size(), file.sha256());
        Arrived arrived =
                switch (file.kind()) {
                    case TABLE -> tables.arrive(name(file), whole, content);
                    case CACHE -> tables.caches().arrive(name(file), whole, content);
                    case FILE -> new ArrivedFile(whole, target(rights));
                };
        boolean lives = attempts.publish(key, arrived::publish);
        if (!lives) {
            arrived.abandon();
        }
        return lives;
    }

    /** A file that is no table of the site, and its place. */
    private record ArrivedFile(Path whole, Path target) implements Arrived {

        @Override
        public void publish() throws IOException {
            if (Files.exists(whole) || !Files.exists(target)) {
                replace(target, whole);
            }
        }

        @Override
        public void abandon() throws IOException {
            Files.deleteIfExists(whole);
        }
    }

    /** The folder may be on another disk: nobody sees half a file there. */
    private static void replace(Path target, Path whole) throws IOException {
        Path unfinished = target.resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            Files.move(whole, unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /**
     * Whether it is in its place.
     *
     * @throws FileRefusedException if the attempt may not leave such a file
     */
    private boolean isThere(FileRights rights, SiteFile file) throws IOException {
        TableRef ref = new TableRef(file.name(), file.namespace());
        return switch (file.kind()) {
            case TABLE -> {
                require(rights.mayLeave(ref), file);
                yield isNotAnothers(!rights.mayReplace(ref), tables, file);
            }
            case CACHE -> {
                require(rights.mayLeaveCache(ref), file);
                yield isNotAnothers(true, tables.caches(), file);
            }
            case FILE -> {
                Path target = target(rights);
                yield Files.exists(target)
                        && Files.size(target) == file.size()
                        && contents.of(target).sha256().equals(file.sha256());
            }
        };
    }

    private static boolean isNotAnothers(boolean isNew, SiteTables among, SiteFile file) throws IOException {
        boolean isThere = among.content(name(file))
                .filter(new Content(file.size(), file.sha256())::equals)
                .isPresent();
        if (isNew && !isThere && among.has(name(file))) {
            throw new FileRefusedException(
                    HttpStatus.CONFLICT,
                    "FFB-5242 There is another " + file
                            + " already, which stays. An attempt leaves its own under names that it makes; choose a new one"
                            + " where a parameter says it.");
        }
        return isThere;
    }

    private Path target(FileRights rights) {
        Path target = rights.target()
                .map(named -> Path.of(named.path()))
                .orElseThrow(() -> new FileRefusedException(
                        HttpStatus.FORBIDDEN, "FFB-5241 The config of this attempt names no file that it writes."));
        downloads.refusal(target).ifPresent(why -> {
            throw new FileRefusedException(HttpStatus.FORBIDDEN, why);
        });
        return target;
    }

    private static void require(boolean allowed, SiteFile file) {
        if (!allowed) {
            throw new FileRefusedException(
                    HttpStatus.FORBIDDEN,
                    "FFB-5241 This attempt may not leave " + file + ": its config names none such.");
        }
    }

    private static Incoming arriving(TaskKey key, SiteFile file) {
        String name = String.join(" ", key.role(), key.partyId(), file.kind().wire(), file.namespace(), file.name());
        return new Incoming(Address.session(key.taskId(), key.version()), name, file.size(), file.sha256());
    }

    private static TableName name(SiteFile file) {
        return new TableName(file.namespace(), file.name());
    }
}
