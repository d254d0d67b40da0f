package io.fateflow.engine.audit;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** On whose behalf the current thread works: set for the length of a request. */
public final class CurrentActor {

    // one of each server, not of the class: a JVM may have several
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Actor> current = new ThreadLocal<>();

    /** Ends with {@link #close}; then the thread works for whom it did before. */
    public interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    public Scope as(Actor actor) {
        Actor before = current.get();
        current.set(actor);
        return () -> {
            if (before == null) {
                current.remove();
            } else {
                current.set(before);
            }
        };
    }

    public Optional<Actor> get() {
        return Optional.ofNullable(current.get());
    }
}
