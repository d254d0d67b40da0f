package io.fateflow.worker.kubernetes.delivery;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

import io.fateflow.worker.kubernetes.delivery.ExpectedRun.Brought;
import io.fateflow.worker.retry.Retry;
import io.fateflow.worker.run.RunDirectories;

/** A pod's calls of its worker, one try each, unless they are made {@link #patiently}. */
final class DeskCalls {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final String runs;
    private final String token;
    private final Retry retry;
    private final String run;
    private final String pod;

    DeskCalls(URI desk, String run, String token, Retry retry) {
        this(desk, run, token, retry, RunDirectories.newId());
    }

    private DeskCalls(URI desk, String run, String token, Retry retry, String pod) {
        this.runs = desk + DeskWire.RUNS + run + "/";
        this.run = run;
        this.token = token;
        this.retry = retry;
        this.pod = pod;
    }

    /** The same pod, whose worker is found elsewhere. */
    DeskCalls at(URI other) {
        return new DeskCalls(other, run, token, retry, pod);
    }

    /** The worker has answered that this is not for this pod; it will not answer otherwise. */
    static final class RefusedException extends IOException {

        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    /** A call of the desk. */
    @FunctionalInterface
    interface Call<T> {
        T make() throws IOException, InterruptedException;
    }

    /**
     * Makes a call again while the worker does not answer: it may restart.
     *
     * @throws RefusedException at once
     * @throws IOException when it has not answered for as long as this pod waits
     */
    <T> T patiently(Call<T> call) throws IOException {
        return retry.<T, IOException>call(
                () -> {
                    try {
                        return call.make();
                    } catch (IOException e) {
                        System.out.println("the worker at " + runs + ": " + e);
                        throw e;
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new RefusedException("this pod is interrupted");
                    }
                },
                failure -> !(failure instanceof RefusedException));
    }

    /** @throws RefusedException if another pod has, or none may */
    void begin() throws IOException, InterruptedException {
        number(post(DeskWire.BEGIN, BodyPublishers.noBody()));
    }

    void config(Path target) throws IOException, InterruptedException {
        HttpResponse<Path> answer = client.send(
                request(DeskWire.CONFIG).GET().build(),
                head -> head.statusCode() == HttpURLConnection.HTTP_OK
                        ? BodyHandlers.ofFile(target).apply(head)
                        : HttpResponse.BodySubscribers.replacing(target));
        if (answer.statusCode() != HttpURLConnection.HTTP_NO_CONTENT) {
            check(answer.statusCode(), "");
        }
    }

    void alive() throws IOException, InterruptedException {
        number(post(DeskWire.ALIVE, BodyPublishers.noBody()));
    }

    /** Returns how much of the log the worker has. */
    long log(String name, long offset, byte[] bytes) throws IOException, InterruptedException {
        return number(post(DeskWire.LOG + "/" + name + "?" + offset, BodyPublishers.ofByteArray(bytes)));
    }

    /** Returns how much of the file the worker has. */
    long file(Brought file, long offset, byte[] bytes) throws IOException, InterruptedException {
        return number(post(
                DeskWire.FILE + "/" + file.name() + "?" + offset + "," + file.size() + "," + file.sha256(),
                BodyPublishers.ofByteArray(bytes)));
    }

    private HttpResponse<String> post(String path, BodyPublisher body) throws IOException, InterruptedException {
        return client.send(request(path).POST(body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(runs + path))
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + token)
                .header(DeskWire.POD, pod);
    }

    private static long number(HttpResponse<String> answer) throws IOException {
        check(answer.statusCode(), answer.body());
        try {
            return Long.parseLong(answer.body());
        } catch (NumberFormatException e) {
            throw new IOException("what answers is not the worker", e);
        }
    }

    /** That it does not know the run may pass: it has restarted. */
    private static void check(int status, String body) throws IOException {
        if (status == HttpURLConnection.HTTP_OK) {
            return;
        }
        String message = "the worker answers with " + status + " "
                + body.lines().findFirst().orElse("");
        if (status / 100 == 4 && status != HttpURLConnection.HTTP_NOT_FOUND) {
            throw new RefusedException(message);
        }
        throw new IOException(message);
    }
}
