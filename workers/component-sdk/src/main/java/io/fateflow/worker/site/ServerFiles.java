package io.fateflow.worker.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.exchange.SiteServers;
import io.fateflow.worker.files.SiteFile;
import io.fateflow.worker.files.SiteFile.Kind;
import io.fateflow.worker.files.SiteFilesJson.Listing;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/**
 * The site's server has the files, and this machine no folder of it: inputs are got before the component starts, into a store of
 * the attempt's own, and what it has made is given back before it counts as done.
 */
public final class ServerFiles implements SiteFiles {

    private static final Logger log = LoggerFactory.getLogger(ServerFiles.class);

    /** A table that somebody replaces while it is got is got anew. */
    private static final int TRIES = 3;

    private final FileCalls calls;
    private final FileCache cache;
    private final TableStore store;
    private final Folders folders;
    private final Set<TableName> brought = new HashSet<>();
    private Optional<Path> target = Optional.empty();

    /**
     * Where files are that are no tables.
     *
     * @param in those that the attempt reads
     * @param out those that it writes
     */
    public record Folders(Path in, Path out) {

        /** Those of an attempt's own store. */
        public static Folders of(Path store) {
            return new Folders(store.resolve("files"), store.resolve("written"));
        }
    }

    /** @param store the attempt's own, and empty */
    public ServerFiles(SiteServers servers, FileCache cache, TableStore store, Folders folders) {
        this.calls = new FileCalls(servers);
        this.cache = cache;
        this.store = store;
        this.folders = folders;
    }

    @Override
    public ObjectNode bring(ObjectNode parameters) throws IOException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return bringAll(parameters.deepCopy());
            } catch (FileCalls.ChangedException changed) {
                if (tries == TRIES) {
                    throw changed;
                }
                log.info("the files of this attempt are asked for again: {}", changed.getMessage());
            }
        }
    }

    private ObjectNode bringAll(ObjectNode parameters) throws IOException, InterruptedException {
        Listing listing = calls.list();
        for (SiteFile file : listing.files()) {
            switch (file.kind()) {
                case TABLE -> bringTable(file, listing);
                case CACHE -> get(file, content -> store.caches().link(name(file), content));
                case FILE -> {
                    if (!file.parameter().isEmpty()) {
                        set(parameters, file.parameter(), bringFile(file));
                    }
                }
            }
        }
        if (!listing.target().isEmpty()) {
            Path written = Files.createDirectories(folders.out()).resolve("file");
            set(parameters, listing.target(), written);
            target = Optional.of(written);
        }
        return parameters;
    }

    private void bringTable(SiteFile table, Listing listing) throws IOException, InterruptedException {
        ObjectNode bound = table.bound();
        if (bound == null) {
            get(table, content -> store.link(name(table), content));
        } else {
            ObjectNode how = bound.deepCopy();
            for (SiteFile file : listing.files()) {
                if (file.kind() == Kind.FILE
                        && !file.name().isEmpty()
                        && name(file).equals(name(table))) {
                    how.put("file", bringFile(file).toString());
                }
            }
            store.bind(name(table), how);
        }
        brought.add(name(table));
    }

    private Path bringFile(SiteFile file) throws IOException, InterruptedException {
        Path place =
                Files.createDirectories(folders.in()).resolve(UUID.randomUUID().toString());
        get(file, content -> TableStore.linkOrCopy(content, place));
        return place;
    }

    private void get(SiteFile file, FileCache.Use use) throws IOException, InterruptedException {
        long start = System.nanoTime();
        boolean wasHere = cache.use(file.sha256(), file.size(), target -> calls.get(file, target), use);
        log.info(
                "{}, {} bytes: {}",
                file,
                file.size(),
                wasHere ? "was here" : "got in " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }

    @Override
    public void giveBack(Collection<TableName> tables, Collection<TableName> caches)
            throws IOException, InterruptedException {
        for (TableName table : tables) {
            if (!brought.contains(table)) {
                put(Kind.TABLE, table, store);
            }
        }
        for (TableName cache : caches) {
            put(Kind.CACHE, cache, store.caches());
        }
        if (target.isPresent() && Files.exists(target.get())) {
            put(Kind.FILE, "", "", target.get());
        }
    }

    private void put(Kind kind, TableName name, TableStore from) throws IOException, InterruptedException {
        Optional<Path> made = from.stored(name);
        if (made.isPresent()) {
            put(kind, name.namespace(), name.name(), made.get());
        }
    }

    private void put(Kind kind, String namespace, String name, Path content) throws IOException, InterruptedException {
        long start = System.nanoTime();
        SiteFile file = SiteFile.of(kind, namespace, name, Files.size(content), Sha256.ofFile(content));
        calls.put(file, content);
        cache.keep(file.sha256(), file.size(), content);
        log.info("{}, {} bytes: given back in {} ms", file, file.size(), (System.nanoTime() - start) / 1_000_000);
    }

    private static void set(ObjectNode parameters, String pointer, Path file) {
        JsonPointer place = JsonPointer.compile(pointer);
        if (parameters.at(place.head()) instanceof ObjectNode parent) {
            parent.put(place.last().getMatchingProperty(), file.toString());
        }
    }

    private static TableName name(SiteFile file) {
        return new TableName(file.namespace(), file.name());
    }
}
