package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.OptionalLong;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.webapp.storage.ObjectChannel;

/**
 * A part of a log in a store, asked for when somebody reads it.
 *
 * @param stored how many bytes the store has of it
 */
record ObjectPiece(ObjectStore objects, AtRest atRest, StoredPart part, long stored) implements LogPiece {

    static KeptFile kept(StoredPart part) {
        return new KeptFile(part.key(), "The object " + part.key());
    }

    @Override
    public String ordinal() {
        return part.ordinal();
    }

    @Override
    public long size() {
        return part.size();
    }

    @Override
    public OptionalLong lines() {
        return OptionalLong.of(part.lines());
    }

    @Override
    public InputStream open(long from) throws IOException {
        SeekableByteChannel content = atRest.open(new ObjectChannel(objects, part.key(), stored), kept(part));
        return Channels.newInputStream(content.position(from));
    }

    @Override
    public void close() {
        // nothing is open but what its reader closes
    }
}
