package io.fateflow.webapp.security;

/** The server was told a key of a client that can't be one. */
final class ClientKeyException extends RuntimeException {

    /** @param place the setting */
    ClientKeyException(String place, String why) {
        super("FFB-5012 The server does not start: " + place + " is no key of an account: " + why + ".");
    }
}
