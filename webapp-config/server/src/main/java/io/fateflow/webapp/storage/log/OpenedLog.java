package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A log for one reader. Nothing of it is in memory but a buffer. */
public final class OpenedLog implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final List<LogPiece> pieces;

    /** @param pieces in their order, to be closed with this */
    OpenedLog(List<LogPiece> pieces) {
        this.pieces = List.copyOf(pieces);
    }

    /**
     * Where reading begins for who wants a line.
     *
     * @param lines how many end before it
     * @param bytes how many are before it
     */
    public record Start(long lines, long bytes) {}

    /** In bytes; by the time it is read, there may be more. */
    public long size() {
        return pieces.stream().mapToLong(LogPiece::size).sum();
    }

    /**
     * Reads to the end; another call only after this stream is closed.
     *
     * @param from the first byte
     */
    public InputStream open(long from) {
        return new PiecesStream(pieces, from);
    }

    /** How many lines have ended. What is known of pieces is not counted. */
    public long lines() throws IOException {
        long lines = 0;
        for (LogPiece piece : pieces) {
            lines += piece.lines().isPresent() ? piece.lines().getAsLong() : counted(piece);
        }
        return lines;
    }

    private static long counted(LogPiece piece) throws IOException {
        long lines = 0;
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = piece.open(0)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        }
        return lines;
    }

    /**
     * The last known place that is before a line: a piece may begin in the middle of one, so it is before the end of the line in front.
     *
     * @param line counted from 1
     */
    public Start before(long line) {
        Start start = new Start(0, 0);
        Start next = start;
        for (LogPiece piece : pieces) {
            if (piece.lines().isEmpty()) {
                break;
            }
            next = new Start(next.lines() + piece.lines().getAsLong(), next.bytes() + piece.size());
            if (next.lines() >= line - 1) {
                break;
            }
            start = next;
        }
        return start;
    }

    @Override
    public void close() throws IOException {
        closeAll(pieces);
    }

    static void closeAll(List<? extends LogPiece> pieces) throws IOException {
        IOException failed = null;
        for (LogPiece piece : pieces) {
            try {
                piece.close();
            } catch (IOException e) {
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
