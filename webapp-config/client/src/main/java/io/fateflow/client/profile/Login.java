package io.fateflow.client.profile;

/**
 * An account of the server.
 *
 * @param password never shown
 */
public record Login(String user, String password) {

    @Override
    public String toString() {
        return "Login[user=" + user + "]";
    }
}
