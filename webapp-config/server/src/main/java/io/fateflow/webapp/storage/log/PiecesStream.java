package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** One piece after the other, each opened when its turn has come. */
final class PiecesStream extends InputStream {

    private final List<LogPiece> pieces;
    private int at;
    private long from;
    private @Nullable InputStream in;

    PiecesStream(List<LogPiece> pieces, long from) {
        this.pieces = pieces;
        this.from = from;
        // the last one may have grown
        while (at < pieces.size() - 1 && this.from >= pieces.get(at).size()) {
            this.from -= pieces.get(at).size();
            at++;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (at < pieces.size()) {
            InputStream open = in;
            if (open == null) {
                open = pieces.get(at).open(from);
                in = open;
            }
            int read = open.read(bytes, offset, length);
            if (read >= 0) {
                return read;
            }
            close();
            from = 0;
            at++;
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        InputStream open = in;
        in = null;
        if (open != null) {
            open.close();
        }
    }
}
