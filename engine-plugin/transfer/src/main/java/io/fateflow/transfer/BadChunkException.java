package io.fateflow.transfer;

import java.io.IOException;

/** A chunk that can't be a part of its transfer: the transfer is broken off, and may begin again where it was. */
public final class BadChunkException extends IOException {

    BadChunkException(String message) {
        super("FFB-6607 " + message);
    }

    /** @throws BadChunkException if no chunk has this place and length */
    static void unlessPossible(long offset, int length) throws BadChunkException {
        if (offset < 0 || length <= 0 || length > Chunks.LONGEST) {
            throw new BadChunkException(
                    "a chunk of %d bytes at %d; at most %d are taken".formatted(length, offset, Chunks.LONGEST));
        }
    }
}
