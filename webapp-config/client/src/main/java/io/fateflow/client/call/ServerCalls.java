package io.fateflow.client.call;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.client.profile.Login;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;

/** Calls of FATE Flow's API at one server, as its profile says: signed, in the session of an account, or as they are. */
public final class ServerCalls {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http;
    private final URI server;
    private final Optional<CallSignature> signature;
    private final Optional<AccountSession> session;

    private ServerCalls(
            HttpClient http, URI server, Optional<CallSignature> signature, Optional<AccountSession> session) {
        this.http = http;
        this.server = server;
        this.signature = signature;
        this.session = session;
    }

    /**
     * Calls nobody yet.
     *
     * @throws ProfileException if the profile's certificate can't be used, or its password would be shown to others
     */
    public static ServerCalls to(ServerProfile profile, InstantSource clock) throws ProfileException {
        profile.requireSafeLogin();
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(CONNECT).version(Version.HTTP_1_1);
        Path certificate = profile.certificate();
        if (certificate != null) {
            builder.sslContext(Trust.in(certificate));
        }
        HttpClient http = builder.build();
        Login login = profile.login();
        return new ServerCalls(
                http,
                profile.address(),
                Optional.ofNullable(profile.key()).map(key -> new CallSignature(key, clock)),
                login == null ? Optional.empty() : Optional.of(new AccountSession(http, profile.address(), login)));
    }

    /** The same server with an account's rights, where there is one: for what a signature does not open. */
    public ServerCalls asAccount() {
        return session.isEmpty() ? this : new ServerCalls(http, server, Optional.empty(), session);
    }

    /** Whether changes can be heard of ({@link #changes}); else they have to be asked for. */
    public boolean hearsChanges() {
        return session.isPresent();
    }

    /** What is true of a job, as often as it changes; nothing is heard before the first look at it. */
    public Optional<ChangeStream> changes(String jobId) {
        return session.map(account -> new ChangeStream(http, account, "/board/api/events?topic=" + jobId));
    }

    /**
     * Calls with a JSON body.
     *
     * @param call below {@code /v1/}, such as {@code job/query}
     * @return the whole answer, with {@code data}
     */
    public JsonNode post(String call, JsonNode body) throws FateFlowException, InterruptedException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        return send(call, bytes, request -> request.header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofByteArray(bytes)));
    }

    /**
     * Makes a call of a page's that needs no session: what proves who calls is in its body.
     *
     * @param path the whole of it
     * @return its answer, which has no envelope
     */
    public JsonNode openly(String path, JsonNode body) throws FateFlowException, InterruptedException {
        HttpResponse<byte[]> answer = exchange(
                http,
                server,
                HttpRequest.newBuilder(server.resolve(path))
                        .header("Content-Type", "application/json")
                        .timeout(PATIENCE)
                        .POST(BodyPublishers.ofString(body.toString())));
        return Answer.bare(server, answer);
    }

    /** Calls without a body. */
    public JsonNode get(String call) throws FateFlowException, InterruptedException {
        return send(call, new byte[0], request -> request.timeout(PATIENCE).GET());
    }

    /**
     * Sends a file as FATE's clients do: parameters as JSON in the query, the file as a form's only part. It is read while it
     * is sent.
     *
     * @throws FileNotFoundException if there is no such file
     */
    public JsonNode upload(String call, JsonNode parameters, Path file) throws IOException, InterruptedException {
        String boundary = "----fate-flow-bpm-" + UUID.randomUUID();
        String head = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"data\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n";
        BodyPublisher form = BodyPublishers.concat(
                BodyPublishers.ofString(head),
                BodyPublishers.ofFile(file),
                BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
        String query =
                URLEncoder.encode(parameters.toString(), StandardCharsets.UTF_8).replace("+", "%20");
        // as long as it takes: what stands still is noticed by the server
        return send(call + "?" + query, new byte[0], request -> request.header(
                        "Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(form));
    }

    /**
     * Saves what a call answers, line by line, as a file: there is none if that fails.
     *
     * @throws CallRefusedException as other calls
     */
    public void download(String call, Path file) throws IOException, InterruptedException {
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
        // only its owner reads it, before and behind
        Path part = Files.createTempFile(folder, "download", ".part");
        try {
            HttpResponse<byte[]> answer = answer(
                    call,
                    new byte[0],
                    HttpRequest.Builder::GET,
                    info -> isLines(info)
                            ? BodySubscribers.mapping(BodySubscribers.ofFile(part), saved -> new byte[0])
                            : BodySubscribers.ofByteArray());
            if (answer.statusCode() != 200 || !isLines(answer)) {
                Answer.of(server, answer);
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static boolean isLines(HttpResponse.ResponseInfo info) {
        return info.statusCode() == 200 && isLines(info.headers());
    }

    private static boolean isLines(HttpResponse<?> answer) {
        return isLines(answer.headers());
    }

    private static boolean isLines(HttpHeaders headers) {
        return headers.firstValue("Content-Type").orElse("").startsWith("application/x-ndjson");
    }

    /** What a request has beside address and proof. */
    @FunctionalInterface
    private interface Content {
        void writeTo(HttpRequest.Builder request);
    }

    private JsonNode send(String call, byte[] signed, Content content) throws FateFlowException, InterruptedException {
        return Answer.of(server, answer(call, signed, content, BodyHandlers.ofByteArray()));
    }

    private HttpResponse<byte[]> answer(String call, byte[] signed, Content content, BodyHandler<byte[]> body)
            throws FateFlowException, InterruptedException {
        if (signature.isPresent() || session.isEmpty()) {
            String target = "/v1/" + call;
            HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(target));
            content.writeTo(request);
            signature.ifPresent(key -> key.sign(request, target, signed));
            return exchange(http, server, request, body);
        }
        AccountSession account = session.get();
        HttpResponse<byte[]> answer = inSession(account, call, content, body);
        if (Answer.needsLogin(answer)) {
            // it ended, or the server has been started since
            account.forget();
            answer = inSession(account, call, content, body);
        }
        return answer;
    }

    private HttpResponse<byte[]> inSession(
            AccountSession account, String call, Content content, BodyHandler<byte[]> body)
            throws FateFlowException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve("/board/v1/" + call));
        content.writeTo(request);
        request.header("Cookie", account.cookie());
        return exchange(http, server, request, body);
    }

    static HttpResponse<byte[]> exchange(HttpClient http, URI server, HttpRequest.Builder request)
            throws UnreachableException, InterruptedException {
        return exchange(http, server, request, BodyHandlers.ofByteArray());
    }

    private static HttpResponse<byte[]> exchange(
            HttpClient http, URI server, HttpRequest.Builder request, BodyHandler<byte[]> body)
            throws UnreachableException, InterruptedException {
        try {
            return http.send(request.build(), body);
        } catch (SSLException e) {
            throw new UnreachableException(
                    "FFB-5279 %s is not trusted, or speaks no TLS: %s".formatted(server, e.getMessage()), e);
        } catch (IOException | UncheckedIOException e) {
            throw new UnreachableException("FFB-5276 %s can't be reached: %s".formatted(server, reason(e)), e);
        }
    }

    private static String reason(Throwable failure) {
        List<Throwable> causes =
                Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        if (causes.stream()
                .anyMatch(cause ->
                        cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException)) {
            return "no machine of that name is known here";
        }
        if (failure instanceof ConnectException) {
            return said(causes).orElse("nobody listens there");
        }
        if (causes.stream().anyMatch(cause -> cause instanceof EOFException || cause instanceof SocketException)) {
            return "it has closed the connection without an answer, and may just be restarting";
        }
        return said(causes).orElse(failure.getClass().getSimpleName());
    }

    private static Optional<String> said(List<Throwable> causes) {
        return causes.stream()
                .map(Throwable::getMessage)
                .filter(message -> message != null && !message.isBlank())
                .findFirst();
    }
}
