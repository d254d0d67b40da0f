package io.fateflow.worker.api;

/** The server, or its database, does not answer now; the call may be repeated. */
public class ServerUnreachableException extends RuntimeException {

    public ServerUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
