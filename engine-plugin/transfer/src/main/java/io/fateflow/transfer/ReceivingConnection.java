package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** One connection that brings a transfer. Not for several threads at once. */
public final class ReceivingConnection implements AutoCloseable {

    private final Transfer transfer;
    private final PartialFile half;
    private final Path target;
    private final End end;
    private final long number;

    /** What follows when all bytes are there. */
    @FunctionalInterface
    interface End {

        /** @param intact whether they are what the sender described */
        TransferProgress of(boolean intact) throws IOException;
    }

    ReceivingConnection(Transfer transfer, PartialFile half, Path target, End end) throws IOException {
        this.transfer = transfer;
        this.half = half;
        this.target = target;
        this.end = end;
        this.number = half.admit();
    }

    public long received() {
        return half.received();
    }

    /**
     * Writes a chunk.
     *
     * @return {@link TransferProgress.State#GO} if there is more to come
     * @throws BadChunkException if it is none of this transfer's
     */
    public TransferProgress append(Chunks.Chunk chunk) throws IOException {
        half.append(number, chunk);
        return finishIfWhole();
    }

    /** Writes all chunks of a stream. */
    public TransferProgress appendAll(InputStream stream) throws IOException {
        Chunks.each(stream, chunk -> half.append(number, chunk));
        return finishIfWhole();
    }

    TransferProgress finishIfWhole() throws IOException {
        return half.isWhole() ? end.of(half.finish(number, target)) : TransferProgress.go(half.received());
    }

    Transfer transfer() {
        return transfer;
    }

    /** The connection has ended; what it brought stays. */
    @Override
    public void close() {
        half.leave(number);
    }
}
