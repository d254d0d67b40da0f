package io.fateflow.client.call;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/** What a server has answered, and whether that is what was asked for. */
final class Answer {

    /** FATE Flow's: a signature is missing or wrong. */
    private static final int AUTHENTICATION_ERROR = 109;

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;
    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;

    /** As FATE Flow shows an exception: its type around what it says. */
    private static final Pattern EXCEPTION = Pattern.compile("\\w+\\((['\"])(.*)\\1\\)", Pattern.DOTALL);

    private static final ObjectMapper JSON = new ObjectMapper();

    private Answer() {}

    static boolean needsLogin(HttpResponse<?> response) {
        return response.statusCode() == UNAUTHORIZED;
    }

    /** The envelope of a call that was done. */
    static JsonNode of(URI server, HttpResponse<byte[]> response) throws FateFlowException {
        int status = response.statusCode();
        JsonNode body = read(server, response);
        int retcode = body.path("retcode").asInt(-1);
        if (status == OK && retcode == 0) {
            return body;
        }
        // pages' calls fail in another form than FATE Flow's
        String text = body.has("retmsg")
                ? plain(body.path("retmsg").asText())
                : (body.path("id").asText() + " " + body.path("message").asText()).strip();
        String remedy = body.path("remedy").asText();
        if (status == UNAVAILABLE || status == BAD_GATEWAY || status == GATEWAY_TIMEOUT) {
            throw new UnreachableException(text, null);
        }
        if (retcode == AUTHENTICATION_ERROR) {
            throw new AccessRefusedException(
                    "FFB-5282 The server takes no unsigned call, or not this signature: " + text, "");
        }
        if (status == UNAUTHORIZED || status == FORBIDDEN || status == TOO_MANY) {
            throw new AccessRefusedException(text, remedy);
        }
        throw new CallRefusedException(text, remedy, retcode);
    }

    /** What a page's call has answered that was done: a document, or nothing. */
    static JsonNode bare(URI server, HttpResponse<byte[]> response) throws FateFlowException {
        if (response.statusCode() != OK) {
            return of(server, response);
        }
        try {
            return response.body().length == 0 ? JSON.createObjectNode() : JSON.readTree(response.body());
        } catch (IOException e) {
            throw notOurs(server, response, e);
        }
    }

    private static JsonNode read(URI server, HttpResponse<byte[]> response) throws FateFlowException {
        try {
            JsonNode body = JSON.readTree(response.body());
            if (body != null && (body.has("retcode") || body.has("message"))) {
                return body;
            }
        } catch (IOException e) {
            throw notOurs(server, response, e);
        }
        throw notOurs(server, response, null);
    }

    private static UnreachableException notOurs(URI server, HttpResponse<byte[]> response, @Nullable Exception cause) {
        return new UnreachableException(
                "FFB-5277 What answers at %s is no FATE Flow, or something in front of it: HTTP status %d"
                        .formatted(server, response.statusCode()),
                cause);
    }

    static String plain(String text) {
        Matcher exception = EXCEPTION.matcher(text);
        return exception.matches() ? exception.group(2).replace("\\n", "\n").replace("\\\\", "\\") : text;
    }
}
