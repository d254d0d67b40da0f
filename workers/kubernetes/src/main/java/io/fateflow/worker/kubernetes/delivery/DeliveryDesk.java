package io.fateflow.worker.kubernetes.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.http.ExecutorHttp;
import io.fateflow.worker.kubernetes.delivery.ExpectedRun.Brought;
import io.fateflow.worker.run.RunDirectory;

import static io.fateflow.worker.http.ExecutorHttp.say;

/**
 * Where pods without a shared volume call their worker. A pod shows the token of its run, which opens nothing but that run's own
 * files, and of those only what the agent reads. Every call may be repeated.
 */
public final class DeliveryDesk implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DeliveryDesk.class);

    private static final Pattern PATH =
            Pattern.compile(DeskWire.RUNS + "([0-9a-f]{32})/([a-z]+)(?:/([A-Za-z0-9_.]+))?");
    private static final String BEARER = "Bearer ";
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final int UNPROCESSABLE = 422;

    private final ExecutorHttp http;
    private final URI url;
    private final Map<String, ExpectedRun> runs = new ConcurrentHashMap<>();

    private DeliveryDesk(ExecutorHttp http, URI url) {
        this.http = http;
        this.url = url;
    }

    /**
     * Begins to answer.
     *
     * @param address where it listens
     * @param url where pods find it; one without a port gets the one that it listens at
     * @param tls its certificate; {@code null} for plain HTTP
     * @throws IOException if it can't listen there
     */
    public static DeliveryDesk open(InetSocketAddress address, URI url, @Nullable SSLContext tls) throws IOException {
        HttpServer server = tls == null ? HttpServer.create(address, 0) : https(address, tls);
        ExecutorHttp http = new ExecutorHttp(server, "delivery-desk");
        DeliveryDesk desk = new DeliveryDesk(http, url.getPort() >= 0 ? url : URI.create(url + ":" + http.port()));
        http.start(desk::handle);
        return desk;
    }

    private static HttpServer https(InetSocketAddress address, SSLContext tls) throws IOException {
        HttpsServer https = HttpsServer.create(address, 0);
        https.setHttpsConfigurator(new HttpsConfigurator(tls));
        return https;
    }

    /** What the program of a run's pod finds in its environment, but for its token. */
    public Map<String, String> environment() {
        return Map.of(DeskWire.URL, url.toString());
    }

    /** Under which name the program of a pod finds its token. */
    public static String tokenVariable() {
        return DeskWire.TOKEN;
    }

    /**
     * Answers the pod of a run from now on.
     *
     * @return what it is to show
     */
    public String expect(RunDirectory run) throws IOException {
        ExpectedRun expected = ExpectedRun.of(run);
        runs.put(run.workerId(), expected);
        return expected.token();
    }

    /** Answers the pods of a run no more. */
    public void forget(RunDirectory run) {
        runs.remove(run.workerId());
    }

    @Override
    public void close() {
        http.close();
    }

    private void handle(HttpExchange call) throws IOException {
        try (call) {
            Matcher path = PATH.matcher(call.getRequestURI().getPath());
            ExpectedRun run = path.matches() ? runs.get(path.group(1)) : null;
            if (run == null) {
                // of a worker that has just restarted, too: it does not know yet what it goes on with
                say(call, HttpURLConnection.HTTP_NOT_FOUND, "no run that this worker has now");
            } else if (!run.isToken(token(call))) {
                say(call, HttpURLConnection.HTTP_UNAUTHORIZED, "not the token of this run");
            } else {
                answer(call, run, path.group(2), String.valueOf(path.group(3)));
            }
        } catch (IOException | RuntimeException e) {
            log.warn(
                    "a call of a pod was not answered: {}", call.getRequestURI().getPath(), e);
            throw e;
        }
    }

    private static String token(HttpExchange call) {
        String header = call.getRequestHeaders().getFirst("Authorization");
        return header != null && header.startsWith(BEARER) ? header.substring(BEARER.length()) : "";
    }

    private static void answer(HttpExchange call, ExpectedRun run, String what, String name) throws IOException {
        String pod = String.valueOf(call.getRequestHeaders().getFirst(DeskWire.POD));
        boolean isItsPod =
                what.equals(DeskWire.BEGIN) ? pod.matches("[0-9a-f]{32}") && run.begin(pod) : run.hasBegun(pod);
        if (!isItsPod) {
            say(call, HttpURLConnection.HTTP_CONFLICT, "another pod has begun this run, or its worker has given it up");
            return;
        }
        switch (what) {
            case DeskWire.BEGIN -> say(call, HttpURLConnection.HTTP_OK, "0");
            case DeskWire.CONFIG -> config(call, run);
            case DeskWire.ALIVE -> {
                run.alive();
                say(call, HttpURLConnection.HTTP_OK, "0");
            }
            case DeskWire.LOG -> log(call, run, name);
            case DeskWire.FILE -> file(call, run, name);
            default -> say(call, HttpURLConnection.HTTP_NOT_FOUND, "no such call");
        }
    }

    private static void config(HttpExchange call, ExpectedRun run) throws IOException {
        if (!Files.exists(run.config())) {
            // a command that needs none
            call.sendResponseHeaders(HttpURLConnection.HTTP_NO_CONTENT, -1);
            return;
        }
        call.sendResponseHeaders(HttpURLConnection.HTTP_OK, Files.size(run.config()));
        try (OutputStream out = call.getResponseBody()) {
            Files.copy(run.config(), out);
        }
    }

    private static void log(HttpExchange call, ExpectedRun run, String name) throws IOException {
        List<String> query = query(call);
        if (!run.isLog(name) || query.size() != 1) {
            say(call, UNPROCESSABLE, "no log of this run");
            return;
        }
        byte[] bytes = body(call);
        say(call, HttpURLConnection.HTTP_OK, Long.toString(run.addToLog(name, number(query.get(0)), bytes)));
    }

    private static void file(HttpExchange call, ExpectedRun run, String name) throws IOException {
        List<String> query = query(call);
        Long most = DeskWire.FILES.get(name);
        if (most == null || query.size() != 3 || !HASH.matcher(query.get(2)).matches()) {
            say(call, UNPROCESSABLE, "no file of a run");
            return;
        }
        long offset = number(query.get(0));
        long size = number(query.get(1));
        byte[] bytes = body(call);
        if (size > most || offset + bytes.length > size) {
            say(call, UNPROCESSABLE, name + " of a run has at most " + most + " bytes");
            return;
        }
        say(
                call,
                HttpURLConnection.HTTP_OK,
                Long.toString(run.add(new Brought(name, size, query.get(2)), offset, bytes)));
    }

    /** Values in the order of the path's agreement, separated by commas. */
    private static List<String> query(HttpExchange call) {
        return List.of(String.valueOf(call.getRequestURI().getRawQuery()).split(",", -1));
    }

    private static long number(String text) {
        return text.matches("\\d{1,12}") ? Long.parseLong(text) : Long.MAX_VALUE / 2;
    }

    private static byte[] body(HttpExchange call) throws IOException {
        try (InputStream in = call.getRequestBody()) {
            byte[] bytes = in.readNBytes(DeskWire.LONGEST_PART + 1);
            if (bytes.length > DeskWire.LONGEST_PART) {
                throw new IOException("a part of more than " + DeskWire.LONGEST_PART + " bytes");
            }
            return bytes;
        }
    }
}
