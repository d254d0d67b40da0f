package io.fateflow.worker.remote;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Who a worker is to the server; prints the user only. */
public record Credentials(String user, String password) {

    String header() {
        String pair = user + ":" + password;
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
