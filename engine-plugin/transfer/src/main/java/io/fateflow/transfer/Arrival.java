package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** One connection that brings a parcel. Not for several threads at once. */
public final class Arrival implements AutoCloseable {

    private final Arrivals arrivals;
    private final Parcel parcel;
    private final HalfFile half;
    private final Path target;
    private final long generation;

    Arrival(Arrivals arrivals, Parcel parcel, HalfFile half, Path target) throws IOException {
        this.arrivals = arrivals;
        this.parcel = parcel;
        this.half = half;
        this.target = target;
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
        return half.isWhole() ? arrivals.finish(this) : Progress.go(half.received());
    }

    boolean finish() throws IOException {
        return half.finish(generation, target);
    }

    Parcel parcel() {
        return parcel;
    }

    Path target() {
        return target;
    }

    /** The connection has ended; what it brought stays. */
    @Override
    public void close() {
        half.leave(generation);
    }
}
