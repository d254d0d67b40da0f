package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** One connection that brings a parcel. Not for several threads at once. */
public final class Arrival implements AutoCloseable {

    private final Parcel parcel;
    private final HalfFile half;
    private final Path target;
    private final End end;
    private final long generation;

    /** What follows when all bytes are there. */
    @FunctionalInterface
    interface End {

        /** @param intact whether they are what the sender described */
        Progress of(boolean intact) throws IOException;
    }

    Arrival(Parcel parcel, HalfFile half, Path target, End end) throws IOException {
        this.parcel = parcel;
        this.half = half;
        this.target = target;
        this.end = end;
        this.generation = half.takeOver();
    }

    public long received() {
        return half.received();
    }

    /**
     * Writes a chunk.
     *
     * @return {@link Progress.State#GO} if there is more to come
     * @throws BadChunkException if it is none of this parcel's
     */
    public Progress append(Chunks.Chunk chunk) throws IOException {
        half.append(generation, chunk);
        return finishIfWhole();
    }

    /** Writes all chunks of a stream. */
    public Progress appendAll(InputStream stream) throws IOException {
        Chunks.each(stream, chunk -> half.append(generation, chunk));
        return finishIfWhole();
    }

    Progress finishIfWhole() throws IOException {
        return half.isWhole() ? end.of(half.finish(generation, target)) : Progress.go(half.received());
    }

    Parcel parcel() {
        return parcel;
    }

    /** The connection has ended; what it brought stays. */
    @Override
    public void close() {
        half.leave(generation);
    }
}
