package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.http.HttpStatus;

import io.fateflow.engine.executor.FileRights;
import io.fateflow.engine.tracking.TrackingStore.TableRef;
import io.fateflow.webapp.storage.Content;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFile.Kind;
import io.fateflow.worker.table.TableName;

/** The files that an attempt may get: those of its own tables and caches, and the one that it makes a table of. */
final class ReadableFiles {

    private static final TableRef NO_TABLE = new TableRef("", "");

    private final SiteTables tables;
    private final AllowedFolders uploads;
    private final FileContents contents;

    ReadableFiles(SiteTables tables, AllowedFolders uploads, FileContents contents) {
        this.tables = tables;
        this.uploads = uploads;
        this.contents = contents;
    }

    /** All of them that are here; what is not is not there for the component either, which says so. */
    List<SiteFile> list(FileRights rights) throws IOException {
        List<SiteFile> files = new ArrayList<>();
        for (TableRef table : rights.tables()) {
            addTable(files, table);
        }
        for (TableRef cache : rights.caches()) {
            Optional<Content> stored = tables.caches().content(name(cache));
            if (stored.isPresent()) {
                files.add(described(Kind.CACHE, cache, stored.get()));
            }
        }
        if (rights.file().isPresent()) {
            FileRights.NamedFile file = rights.file().get();
            Path path = Path.of(file.path()).toAbsolutePath();
            if (uploads.refusal(path).isEmpty()) {
                files.add(described(Kind.FILE, NO_TABLE, contents.of(path)).namedBy(file.parameter()));
            }
        }
        return files;
    }

    private void addTable(List<SiteFile> files, TableRef table) throws IOException {
        Optional<Content> stored = tables.content(name(table));
        if (stored.isPresent()) {
            files.add(described(Kind.TABLE, table, stored.get()));
            return;
        }
        Optional<ObjectNode> bound = tables.bound(name(table));
        if (bound.isPresent()) {
            files.add(new SiteFile(Kind.TABLE, table.namespace(), table.name(), 0, "", bound.get(), ""));
            Optional<Path> elsewhere = standsFor(bound.get());
            if (elsewhere.isPresent()) {
                files.add(described(Kind.FILE, table, contents.of(elsewhere.get())));
            }
        }
    }

    /** The file that stands for a table; empty if its rows are a database's, or it may not be read. */
    private Optional<Path> standsFor(ObjectNode bound) {
        return Optional.of(bound.path("file").asText())
                .filter(path -> !path.isEmpty())
                .map(path -> Path.of(path).toAbsolutePath())
                .filter(path -> uploads.refusal(path).isEmpty());
    }

    private static SiteFile described(Kind kind, TableRef of, Content content) {
        return SiteFile.of(kind, of.namespace(), of.name(), content.size(), content.sha256());
    }

    /**
     * Opens one of them.
     *
     * @param sha256 of the content that is meant
     * @throws FileRefusedException if the attempt's config names no such file, or its content is another by now
     */
    SeekableByteChannel open(FileRights rights, Kind kind, TableRef wanted, String sha256) throws IOException {
        try {
            return switch (kind) {
                case TABLE -> open(tables, rights.tables().contains(wanted), kind, wanted, sha256);
                case CACHE -> open(tables.caches(), rights.caches().contains(wanted), kind, wanted, sha256);
                case FILE -> {
                    Path file = (wanted.equals(NO_TABLE) ? uploaded(rights) : boundFile(rights, wanted))
                            .orElseThrow(() -> notNamed(kind, wanted));
                    if (!contents.of(file).sha256().equals(sha256)) {
                        throw replaced(kind, wanted);
                    }
                    yield Files.newByteChannel(file);
                }
            };
        } catch (NoSuchFileException another) {
            throw replaced(kind, wanted);
        }
    }

    private static SeekableByteChannel open(SiteTables from, boolean isNamed, Kind kind, TableRef wanted, String sha256)
            throws IOException {
        Content content = (isNamed ? from.content(name(wanted)) : Optional.<Content>empty())
                .orElseThrow(() -> notNamed(kind, wanted));
        if (!content.sha256().equals(sha256)) {
            throw replaced(kind, wanted);
        }
        return from.open(name(wanted), content);
    }

    private static FileRefusedException notNamed(Kind kind, TableRef wanted) {
        return new FileRefusedException(
                HttpStatus.FORBIDDEN,
                "FFB-5241 The config of this attempt names no such " + kind.wire() + " of this site: " + wanted.name()
                        + " (namespace " + wanted.namespace() + ")");
    }

    private static FileRefusedException replaced(Kind kind, TableRef wanted) {
        return new FileRefusedException(
                HttpStatus.CONFLICT,
                "FFB-5244 The " + kind.wire() + " " + wanted.name() + " (namespace " + wanted.namespace()
                        + ") has been replaced meanwhile; ask for the list again.");
    }

    private Optional<Path> uploaded(FileRights rights) {
        return rights.file().map(file -> Path.of(file.path()).toAbsolutePath()).filter(path -> uploads.refusal(path)
                .isEmpty());
    }

    private Optional<Path> boundFile(FileRights rights, TableRef wanted) throws IOException {
        return rights.tables().contains(wanted)
                ? tables.bound(name(wanted)).flatMap(this::standsFor)
                : Optional.empty();
    }

    private static TableName name(TableRef table) {
        return new TableName(table.namespace(), table.name());
    }
}
