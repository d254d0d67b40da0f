package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.http.HttpStatus;

import io.fateflow.engine.executor.FileRights;
import io.fateflow.engine.tracking.TrackingStore.TableRef;
import io.fateflow.webapp.exchange.files.FileContents.Content;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFile.Kind;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/** The files that an attempt may get: those of its own tables and caches, and the one that it makes a table of. */
final class ReadableFiles {

    private final TableStore tables;
    private final AllowedFolders uploads;
    private final FileContents contents;

    ReadableFiles(TableStore tables, AllowedFolders uploads, FileContents contents) {
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
            Optional<Path> stored = tables.caches().stored(name(cache));
            if (stored.isPresent()) {
                files.add(described(Kind.CACHE, cache.namespace(), cache.name(), stored.get()));
            }
        }
        if (rights.file().isPresent()) {
            FileRights.NamedFile file = rights.file().get();
            Path path = Path.of(file.path()).toAbsolutePath();
            if (uploads.refusal(path).isEmpty()) {
                files.add(described(Kind.FILE, "", "", path).namedBy(file.parameter()));
            }
        }
        return files;
    }

    private void addTable(List<SiteFile> files, TableRef table) throws IOException {
        Optional<Path> stored = tables.stored(name(table));
        if (stored.isPresent()) {
            files.add(described(Kind.TABLE, table.namespace(), table.name(), stored.get()));
            return;
        }
        Optional<ObjectNode> bound = tables.bound(name(table));
        if (bound.isPresent()) {
            files.add(new SiteFile(Kind.TABLE, table.namespace(), table.name(), 0, "", bound.get(), ""));
            Optional<Path> elsewhere = standsFor(bound.get());
            if (elsewhere.isPresent()) {
                files.add(described(Kind.FILE, table.namespace(), table.name(), elsewhere.get()));
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

    private SiteFile described(Kind kind, String namespace, String name, Path file) throws IOException {
        Content content = contents.of(file);
        return SiteFile.of(kind, namespace, name, content.size(), content.sha256());
    }

    /**
     * Where one of them is.
     *
     * @param sha256 of the content that is meant
     * @throws FileRefusedException if the attempt's config names no such file, or its content is another by now
     */
    Path find(FileRights rights, Kind kind, TableRef wanted, String sha256) throws IOException {
        Path file = place(rights, kind, wanted)
                .orElseThrow(() -> new FileRefusedException(
                        HttpStatus.FORBIDDEN,
                        "FFB-5241 The config of this attempt names no such " + kind.wire() + " of this site: "
                                + wanted.name() + " (namespace " + wanted.namespace() + ")"));
        if (!contents.of(file).sha256().equals(sha256)) {
            throw new FileRefusedException(
                    HttpStatus.CONFLICT,
                    "FFB-5244 The " + kind.wire() + " " + wanted.name() + " (namespace " + wanted.namespace()
                            + ") has been replaced meanwhile; ask for the list again.");
        }
        return file;
    }

    private Optional<Path> place(FileRights rights, Kind kind, TableRef wanted) throws IOException {
        return switch (kind) {
            case TABLE -> rights.tables().contains(wanted) ? tables.stored(name(wanted)) : Optional.empty();
            case CACHE -> rights.caches().contains(wanted) ? tables.caches().stored(name(wanted)) : Optional.empty();
            case FILE -> wanted.name().isEmpty() ? uploaded(rights) : boundFile(rights, wanted);
        };
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
