package io.fateflow.federation.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** Reads a body up to so many bytes, and fails on a longer one instead of filling the memory. */
public final class LimitedBody implements BodySubscriber<byte[]> {

    private final int limit;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();
    private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();

    public LimitedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription fresh) {
        subscription.set(fresh);
        fresh.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (body.size() + (long) part.remaining() > limit) {
                result.completeExceptionally(new IOException(
                        "its answer is longer than %d bytes; see fate.federation.max-message".formatted(limit)));
                cancel();
                return;
            }
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            body.writeBytes(bytes);
        }
    }

    private void cancel() {
        Flow.Subscription current = subscription.get();
        if (current != null) {
            current.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        result.complete(body.toByteArray());
    }
}
