package io.fateflow.tools.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * What a page of the board does while somebody looks at it: it follows the stream of what it shows, and asks for that anew
 * after each change, one question at a time.
 */
final class OpenPage implements AutoCloseable {

    private static final String DATA = "data:";

    private final HttpClient http;
    private final URI shown;
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private volatile String wanted = "";
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final CompletableFuture<HttpResponse<Void>> stream;
    private Flow.@Nullable Subscription lines;
    private boolean asking;
    private String has = "";

    /** @param http with a login's cookie */
    @SuppressWarnings("FutureReturnValueIgnored") // whoever waits for the connection hears of it
    OpenPage(HttpClient http, URI server, String topic, String shown) {
        this.http = http;
        this.shown = server.resolve(shown);
        URI events = server.resolve("/board/api/events?topic=" + topic);
        this.stream = http.sendAsync(
                HttpRequest.newBuilder(events).build(), BodyHandlers.fromLineSubscriber(new StateReader()));
        stream.whenComplete((answer, failed) -> connected.completeExceptionally(new IllegalStateException(
                "The stream " + events + " has ended: " + (failed == null ? answer : failed))));
    }

    /** Done when it has been told the first state. */
    CompletableFuture<Void> connected() {
        return connected;
    }

    /** How often it was given what it shows. */
    int answers() {
        return answers.get();
    }

    /** How often it was given something else. */
    int refusals() {
        return refusals.get();
    }

    @Override
    public synchronized void close() {
        if (lines != null) {
            lines.cancel();
        }
        stream.cancel(true);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it counts
    private synchronized void ask() {
        String next = wanted;
        if (asking || has.equals(next)) {
            return;
        }
        asking = true;
        http.sendAsync(HttpRequest.newBuilder(shown).build(), BodyHandlers.discarding())
                .whenComplete((answer, failed) -> {
                    boolean good = failed == null && answer.statusCode() == 200;
                    (good ? answers : refusals).incrementAndGet();
                    shows(next);
                });
    }

    private void shows(String state) {
        synchronized (this) {
            has = state;
            asking = false;
        }
        ask();
    }

    private synchronized void begun(Flow.Subscription subscription) {
        lines = subscription;
    }

    private final class StateReader implements Flow.Subscriber<String> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            begun(subscription);
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith(DATA)) {
                wanted = line.substring(DATA.length());
                connected.complete(null);
                ask();
            }
        }

        @Override
        public void onError(Throwable failed) {
            connected.completeExceptionally(failed);
        }

        @Override
        public void onComplete() {
            // the stream's answer says so, too
        }
    }
}
