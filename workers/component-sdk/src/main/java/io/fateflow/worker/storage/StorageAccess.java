package io.fateflow.worker.storage;

import java.time.Duration;

/**
 * With what one attempt opens a database.
 *
 * @param connector the connector's name, for errors
 * @param isEncrypted whether the connection is TLS, and the server's certificate is checked
 * @param timeout how long one statement may take
 */
public record StorageAccess(
        String connector, StorageServer server, String user, String password, boolean isEncrypted, Duration timeout) {

    /** Without login. */
    @Override
    public String toString() {
        return "connector " + connector;
    }
}
