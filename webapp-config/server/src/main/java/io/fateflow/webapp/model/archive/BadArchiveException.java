package io.fateflow.webapp.model.archive;

import org.jspecify.annotations.Nullable;

/** An archive that can't be taken; the text names the place in it, and the remedy where there is one. */
final class BadArchiveException extends RuntimeException {

    BadArchiveException(String why) {
        this(why, null);
    }

    BadArchiveException(String why, @Nullable Throwable cause) {
        super(why, cause);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
