package io.fateflow.tools.client;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** A file that a command was given is none that it can use. */
final class BadFileException extends IOException {

    /** @param what is wrong with it, as a sentence goes on behind the file's name */
    BadFileException(Object file, String what, @Nullable Exception cause) {
        super("FFB-5280 " + file + what, cause);
    }
}
