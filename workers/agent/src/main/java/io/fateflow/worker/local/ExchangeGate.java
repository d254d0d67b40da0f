package io.fateflow.worker.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.http.ExecutorHttp;
import io.fateflow.worker.runtime.Confinement;

import static io.fateflow.worker.http.ExecutorHttp.say;

/**
 * The only way out of an executor's own network: calls of the exchange, and no others, are made at the site's servers in its place. Who may
 * do what there is decided by the servers, by the attempt's token.
 */
final class ExchangeGate implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ExchangeGate.class);

    /** No step of a path that could mean something else at the server. */
    private static final Pattern EXCHANGE = Pattern.compile("/v1/exchange(/[A-Za-z0-9_-]+)+");

    /** Those of one connection, and those by which a server would take it for another caller. */
    private static final Set<String> KEPT_BACK = Set.of(
            "host",
            "connection",
            "keep-alive",
            "transfer-encoding",
            "content-length",
            "expect",
            "upgrade",
            "te",
            "trailer",
            "cookie",
            "origin",
            "referer",
            "forwarded");

    private static final String FORWARDED = "x-forwarded-";
    private static final int CONNECT_MILLIS = 10_000;

    /** Longer than an executor waits. */
    private static final int READ_MILLIS = 150_000;

    private final ExecutorHttp http;
    private final List<URI> servers;
    private final AtomicInteger current = new AtomicInteger();

    private ExchangeGate(ExecutorHttp http, List<URI> servers) {
        this.http = http;
        this.servers = servers;
    }

    /** Opens one in the network of the thread that calls, which must not start it: its threads would be there, too. */
    static ExchangeGate open(List<URI> servers) throws IOException {
        return open(servers, Confinement.GATE_PORT);
    }

    static ExchangeGate open(List<URI> servers, int port) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        return new ExchangeGate(new ExecutorHttp(http, "exchange-gate"), List.copyOf(servers));
    }

    /** Begins to answer, from the network of the thread that calls. */
    ExchangeGate start() {
        http.start(this::handle);
        return this;
    }

    int port() {
        return http.port();
    }

    @Override
    public void close() {
        http.close();
    }

    private void handle(HttpExchange call) throws IOException {
        try (call) {
            URI asked = call.getRequestURI();
            if (asked.getRawPath() == null
                    || !EXCHANGE.matcher(asked.getRawPath()).matches()) {
                say(
                        call,
                        HttpURLConnection.HTTP_FORBIDDEN,
                        "FFB-5247 an executor with a network of its own may call nothing but its site's exchange");
                return;
            }
            HttpURLConnection server = connect(asked, call);
            if (server == null) {
                say(call, HttpURLConnection.HTTP_BAD_GATEWAY, "no server of the site can be reached by its worker");
                return;
            }
            answer(server, call);
        } catch (IOException broken) {
            // whoever called finds its connection at its end, and tries again
            log.debug("a call of the exchange broke off", broken);
            throw broken;
        }
    }

    /** Null if no server can be reached; the next call then begins with another one. */
    private @Nullable HttpURLConnection connect(URI asked, HttpExchange call) throws IOException {
        String query = asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery();
        boolean hasBody = call.getRequestHeaders().containsKey("Transfer-encoding")
                || !"0".equals(headerOr(call, "Content-length", "0"));
        for (int i = 0; i < servers.size(); i++) {
            URI server = servers.get(Math.floorMod(current.get(), servers.size()));
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(server.getScheme() + "://" + server.getRawAuthority() + asked.getRawPath() + query)
                            .toURL()
                            .openConnection();
            prepare(connection, call, hasBody);
            try {
                connection.connect();
            } catch (IOException away) {
                current.incrementAndGet();
                continue;
            }
            if (hasBody) {
                try (OutputStream out = connection.getOutputStream()) {
                    call.getRequestBody().transferTo(out);
                }
            }
            return connection;
        }
        return null;
    }

    private static void prepare(HttpURLConnection connection, HttpExchange call, boolean hasBody) throws IOException {
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod(call.getRequestMethod());
        call.getRequestHeaders().forEach((name, values) -> {
            if (goesOn(name)) {
                values.forEach(value -> connection.addRequestProperty(name, value));
            }
        });
        if (hasBody) {
            connection.setDoOutput(true);
            long length = Long.parseLong(headerOr(call, "Content-length", "-1"));
            if (length >= 0) {
                connection.setFixedLengthStreamingMode(length);
            } else {
                connection.setChunkedStreamingMode(0);
            }
        }
    }

    private static void answer(HttpURLConnection server, HttpExchange call) throws IOException {
        int status = server.getResponseCode();
        server.getHeaderFields().forEach((name, values) -> {
            if (name != null && goesOn(name)) {
                call.getResponseHeaders().put(name, values);
            }
        });
        long length = server.getContentLengthLong();
        InputStream error = server.getErrorStream();
        try (InputStream in =
                error == null && status < HttpURLConnection.HTTP_BAD_REQUEST ? server.getInputStream() : error) {
            if (in == null || length == 0) {
                call.sendResponseHeaders(status, -1);
                return;
            }
            call.sendResponseHeaders(status, Math.max(0, length));
            in.transferTo(call.getResponseBody());
        }
    }

    private static boolean goesOn(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return !KEPT_BACK.contains(name) && !name.startsWith(FORWARDED);
    }

    private static String headerOr(HttpExchange call, String name, String otherwise) {
        String value = call.getRequestHeaders().getFirst(name);
        return value == null ? otherwise : value;
    }
}
