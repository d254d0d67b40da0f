package io.fateflow.worker.runtime;

import java.io.IOException;
import java.nio.file.Path;

/** Opens a runtime that stands in a module of its own; found by {@link java.util.ServiceLoader}. */
public interface ExecutorRuntimeProvider {

    /** By which a worker's command line asks for it. */
    String name();

    /**
     * Makes the runtime.
     *
     * @param settings its own file
     * @throws IOException if the file cannot be read, or the runtime not be reached
     * @throws IllegalArgumentException if the file says what cannot be; the message names the place
     */
    ExecutorRuntime open(Path settings) throws IOException;
}
