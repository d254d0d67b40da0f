package io.fateflow.dsl.module;

/** A module file can't be read or is not one; the message says why. */
public final class ModuleFileException extends RuntimeException {

    ModuleFileException(String message) {
        super(message);
    }

    ModuleFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
