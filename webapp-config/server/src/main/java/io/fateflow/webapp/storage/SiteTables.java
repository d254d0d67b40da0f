package io.fateflow.webapp.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;

/**
 * This site's tables, wherever they are. A table is there whole or not at all, and a reader keeps the content that it has
 * opened, or hears that there is another by now. Safe for many threads and servers.
 */
public interface SiteTables {

    /** Those of components for later runs: no user names one of them. */
    SiteTables caches();

    /** Whether there is such a table, or something that stands for it. */
    boolean has(TableName name) throws IOException;

    /** What a table has; empty if there is none, or only something that stands for it. */
    Optional<Content> content(TableName name) throws IOException;

    /**
     * Opens the bytes of a table.
     *
     * @throws NoSuchFileException if that is not what the table has by now
     */
    SeekableByteChannel open(TableName name, Content content) throws IOException;

    /** Opens a table for reading. */
    Optional<TableReader> read(TableName name) throws IOException;

    /** How that is read which stands for a table; empty if there is none, or the table itself is here. */
    Optional<ObjectNode> bound(TableName name) throws IOException;

    /** Has something elsewhere stand for a table, in place of one that was there. */
    void bind(TableName name, ObjectNode how) throws IOException;

    void delete(TableName name) throws IOException;

    /**
     * Takes a table that has arrived; this takes as long as it is large.
     *
     * @param whole a table's file on the disk of this server, forced to it, with that content
     */
    Arrived arrive(TableName name, Path whole, Content content) throws IOException;

    /** A table that is here and that nobody sees. */
    interface Arrived {

        /** Has it seen, in place of what had its name; in a moment, and the same another time changes nothing. */
        void publish() throws IOException;

        /** It shall not be seen. */
        void abandon() throws IOException;
    }

    /** The files of this machine that have these tables; none where they are objects of a store. */
    List<Path> files() throws IOException;

    /**
     * Encrypts, with the key that encrypts now, files that are not encrypted, or with another one; readers are not disturbed. Objects have their
     * key until their table is written again.
     *
     * @param until no other file is begun after it
     * @return how many
     */
    int encryptAnew(Instant until) throws IOException;

    /** All but some, for whoever removes what nobody names any more. */
    List<Kept> beside(Collection<TableName> names) throws IOException;

    /**
     * A table whose name is not known.
     *
     * @param key tells it from others
     * @param modified epoch milliseconds
     */
    record Kept(String key, long modified) {}

    /** Returns whether there was one. */
    boolean remove(Kept kept) throws IOException;
}
