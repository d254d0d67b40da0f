package io.fateflow.webapp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Calls the server as a client does. */
@Component
@Lazy
public final class Caller {

    private final HttpClient client = HttpClient.newHttpClient();
    private final Environment environment;

    Caller(Environment environment) {
        this.environment = environment;
    }

    /** Posts a body with a content type that says something else, as some clients do. */
    public HttpResponse<String> post(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
    }

    /** Adds a login. */
    public HttpRequest.Builder request(String path, String user, String password) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return request(path).header("Authorization", "Basic " + pair);
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        return send(request, BodyHandlers.ofString());
    }

    public <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request.build(), handler);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request line that Java's own client would not send, and reads all that comes back. */
    public String raw(String target, String host, String contentType, String body) throws IOException {
        return raw(target, host, Map.of("Content-Type", contentType), body);
    }

    /** The same with other headers. */
    public String raw(String target, String host, Map<String, String> headers, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port()))) {
            StringBuilder head =
                    new StringBuilder(target).append(" HTTP/1.1\r\nHost: ").append(host);
            headers.forEach((name, value) ->
                    head.append("\r\n").append(name).append(": ").append(value));
            head.append("\r\nContent-Length: ").append(body.length()).append("\r\nConnection: close\r\n\r\n");
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public String port() {
        return environment.getProperty("local.server.port");
    }
}
