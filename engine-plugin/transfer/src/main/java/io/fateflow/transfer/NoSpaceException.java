package io.fateflow.transfer;

import java.io.IOException;

/** The disk has too little room for more data; what is there stays, and later there may be room. */
public final class NoSpaceException extends IOException {

    NoSpaceException(long free, long kept) {
        super(("FFB-5204 the spool's disk has %d MB left, and %d MB are kept free for others; make room, or lower"
                        + " fate.exchange.keep-free")
                .formatted(free >> 20, kept >> 20));
    }
}
