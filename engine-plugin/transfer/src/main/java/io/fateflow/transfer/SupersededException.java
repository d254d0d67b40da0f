package io.fateflow.transfer;

import java.io.IOException;

/** A newer connection brings the same transfer: this one is of no use any more. */
public final class SupersededException extends IOException {

    SupersededException() {
        super("another connection brings this transfer now");
    }
}
