package io.fateflow.client.call;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Server-sent events of something that is followed. A stream that ends, because the server ends each after some minutes, or is
 * started again, is opened again with the next wait; until then nothing is heard.
 */
public final class ChangeStream implements AutoCloseable {

    private static final String DATA = "data:";

    private final HttpClient http;
    private final AccountSession account;
    private final String path;
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private @Nullable CompletableFuture<?> stream;
    private String last = "";

    ChangeStream(HttpClient http, AccountSession account, String path) {
        this.http = http;
        this.account = account;
        this.path = path;
    }

    /** Waits for something new; whether it was heard, and not only the time over. */
    public boolean await(Duration atMost) throws InterruptedException {
        open();
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            String state = heard.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (state == null) {
                return false;
            }
            if (!state.equals(last)) {
                last = state;
                return true;
            }
        }
    }

    /** Whether changes are heard now; if not, whoever waits should ask sooner. */
    public boolean isOpen() {
        CompletableFuture<?> open = stream;
        return open != null && !open.isDone();
    }

    private void open() throws InterruptedException {
        if (isOpen()) {
            return;
        }
        try {
            HttpRequest request = HttpRequest.newBuilder(account.server().resolve(path))
                    .header("Cookie", account.cookie())
                    .header("Accept", "text/event-stream")
                    .GET()
                    .build();
            stream = http.sendAsync(request, BodyHandlers.fromLineSubscriber(new Lines()));
        } catch (FateFlowException e) {
            // the next question says so as well
            stream = null;
        }
    }

    @Override
    public void close() {
        CompletableFuture<?> open = stream;
        if (open != null) {
            open.cancel(true);
        }
    }

    private final class Lines implements Flow.Subscriber<String> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith(DATA)) {
                heard.add(line.substring(DATA.length()).strip());
            }
        }

        @Override
        public void onError(Throwable failure) {
            // it is opened again
        }

        @Override
        public void onComplete() {
            // it is opened again
        }
    }
}
