package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
import io.fateflow.webapp.exchange.files.FileContents.Content;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFile.Kind;
import io.fateflow.worker.files.SiteFilesJson.Received;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/** What attempts leave: it is kept while it arrives, and in its place all at once, if the attempt has not ended by then. */
final class LeftFiles {

    private final TableStore tables;
    private final WritableFolders downloads;
    private final FileContents contents;
    private final IncomingFiles incoming;
    private final AttemptFiles attempts;

    LeftFiles(
            TableStore tables,
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
        Optional<Path> place = place(rights, file);
        if (place.isPresent() && isThere(place.get(), file)) {
            return new Received(file.size(), true);
        }
        return new Received(incoming.received(arriving(key, file)), false);
    }

    /**
     * Takes what comes from an offset on.
     *
     * @return empty if the attempt has ended: then nothing of it counts any more
     */
    Optional<Received> append(TaskKey key, FileRights rights, SiteFile file, long offset, InputStream data)
            throws IOException {
        Optional<Path> place = place(rights, file);
        if (place.isPresent() && isThere(place.get(), file)) {
            return Optional.of(new Received(file.size(), true));
        }
        Incoming arriving = arriving(key, file);
        Optional<Path> whole = incoming.append(arriving, offset, data);
        if (whole.isEmpty()) {
            return Optional.of(new Received(incoming.received(arriving), false));
        }
        if (file.kind() != Kind.FILE && !TableStore.isTable(whole.get())) {
            Files.deleteIfExists(whole.get());
            throw new FileRefusedException(
                    HttpStatus.UNPROCESSABLE_ENTITY,
                    "FFB-5246 What was given back as " + file + " is no table: an Arrow IPC file begins and ends with"
                            + " ARROW1. Have the component write its tables through its TableStore, or as CSV"
                            + " (csv-tables).");
        }
        boolean lives = attempts.publish(key, () -> publish(rights, file, whole.get()));
        if (!lives) {
            Files.deleteIfExists(whole.get());
            return Optional.empty();
        }
        return Optional.of(new Received(file.size(), true));
    }

    private void publish(FileRights rights, SiteFile file, Path whole) throws IOException {
        if (!Files.exists(whole) && place(rights, file).filter(Files::exists).isPresent()) {
            return; // the transaction is made once more, and this was done
        }
        switch (file.kind()) {
            case TABLE -> tables.take(name(file), whole);
            case CACHE -> tables.caches().take(name(file), whole);
            case FILE -> replace(target(rights), whole);
        }
        Optional<Path> place = place(rights, file);
        if (place.isPresent()) {
            contents.know(place.get(), new Content(file.size(), file.sha256()));
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
     * Where something of that name is, if it is there.
     *
     * @throws FileRefusedException if the attempt may not leave such a file
     */
    private Optional<Path> place(FileRights rights, SiteFile file) throws IOException {
        TableRef ref = new TableRef(file.name(), file.namespace());
        return switch (file.kind()) {
            case TABLE -> {
                require(rights.mayLeave(ref), file);
                yield notAnothers(rights.isOutput(ref), tables.stored(name(file)), file);
            }
            case CACHE -> {
                require(rights.mayLeaveCache(ref), file);
                yield notAnothers(true, tables.caches().stored(name(file)), file);
            }
            case FILE -> {
                Path target = target(rights);
                yield Files.exists(target) ? Optional.of(target) : Optional.empty();
            }
        };
    }

    private Optional<Path> notAnothers(boolean isNew, Optional<Path> stored, SiteFile file) throws IOException {
        if (isNew && stored.isPresent() && !isThere(stored.get(), file)) {
            throw new FileRefusedException(
                    HttpStatus.CONFLICT,
                    "FFB-5242 There is another " + file
                            + " already; an attempt leaves its own under names that it makes.");
        }
        return stored;
    }

    private boolean isThere(Path place, SiteFile file) throws IOException {
        return Files.size(place) == file.size() && contents.of(place).sha256().equals(file.sha256());
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
