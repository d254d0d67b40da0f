package io.fateflow.engine.resource;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Why a job waits for cores, as it is at the moment of the question. What a job has written down when it was refused is
 * what it needs; who holds that changes with every job that ends, and is read when somebody asks.
 */
public final class WaitReasons {

    private final EngineRegistry registry;
    private final LeaseStore leases;
    private final Admission admission;

    public WaitReasons(EngineRegistry registry, LeaseStore leases, Admission admission) {
        this.registry = registry;
        this.leases = leases;
        this.admission = admission;
    }

    /** For one question: what is true of an engine is read once, however many jobs wait for it. */
    public Now now() {
        Map<String, Use> engines = new HashMap<>();
        return (jobId, reason, engine) -> reason == null || engine == null
                ? reason
                : engines.computeIfAbsent(engine, this::use).complete(jobId, reason);
    }

    /** One moment. */
    @FunctionalInterface
    public interface Now {

        /**
         * Completes what a job has written down.
         *
         * @param reason null if it does not wait
         * @param engine the engine whose cores it waits for; null if it waits for something else
         */
        @Nullable
        String of(String jobId, @Nullable String reason, @Nullable String engine);
    }

    private Use use(String name) {
        EngineName engine = EngineName.computing(name);
        return new Use(
                leases.use(engine, registry.remaining(engine)),
                admission.view(engine),
                admission.aging().toString());
    }

    private record Use(String text, AdmissionView view, String aging) {

        String complete(String jobId, String reason) {
            String kept = view.starved()
                    .filter(other -> !other.equals(jobId))
                    .map(other ->
                            "; job %s has waited for longer than %s, and cores are kept for it".formatted(other, aging))
                    .orElse("");
            return "%s, %s%s%s".formatted(reason, text, view.of(jobId), kept);
        }
    }
}
