package io.fateflow.webapp.security;

import java.util.Optional;

/** How many bytes an account may bring to this server in files. */
public interface UploadLimit {

    /**
     * Counts an upload that begins.
     *
     * @param bytes that it says it has; negative if it does not say
     * @return which limit it goes beyond; empty if it may begin: then it has to end
     */
    Optional<CallLimit.Beyond> begin(String account, long bytes);

    /**
     * It has ended, however.
     *
     * @param bytes as it began
     * @param came how many of them have come
     */
    void end(String account, long bytes, long came);
}
