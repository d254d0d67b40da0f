package io.fateflow.webapp.security;

/** The server was told to listen beyond loopback without client authentication. */
public final class OpenDoorException extends RuntimeException {

    OpenDoorException(String address) {
        super("FFB-5006 The server would listen on " + address + " (server.address), where other machines reach it, but"
                + " the FATE Flow API lets everybody in: fate.authentication.client is not configured.");
    }
}
