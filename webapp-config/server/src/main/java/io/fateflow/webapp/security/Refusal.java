package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.json.JsonWriter;

/** An answer of a gate that stays closed. */
enum Refusal {
    UNAUTHORIZED(401),
    FORBIDDEN(403),
    TOO_LARGE(413),
    TOO_MANY(429),
    UNAVAILABLE(503);

    private static final JsonWriter<Body> JSON = JsonWriter.of(members -> {
        members.add("retmsg", Body::retmsg);
        members.add("retcode", Body::retcode);
    });

    private final int status;

    Refusal(int status) {
        this.status = status;
    }

    void write(HttpServletResponse response, String retmsg) throws IOException {
        write(response, status, status, retmsg);
    }

    /** Writes FATE Flow's way of saying no: status and retcode, with the reason as text. */
    static void write(HttpServletResponse response, int status, int retcode, String retmsg) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        byte[] body = (JSON.writeToString(new Body(retmsg, retcode)) + "\n").getBytes(StandardCharsets.UTF_8);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private record Body(String retmsg, int retcode) {}
}
