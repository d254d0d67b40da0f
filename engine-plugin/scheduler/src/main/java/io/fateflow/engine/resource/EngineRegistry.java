package io.fateflow.engine.resource;

import java.time.Clock;

import org.springframework.jdbc.core.JdbcTemplate;

/** The site's engines with their totals and what is free: {@code engine_registry}. */
public final class EngineRegistry {

    private static final String WHERE = " where engine_type = ? and engine_name = ?";

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public EngineRegistry(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Writes an engine's totals. What is free changes by as much as the total does, so it can become negative: then
     * nothing is granted until enough has come back.
     */
    public void register(EngineConfig config, String configJson) {
        long now = clock.millis();
        Resources totals = config.totals();
        EngineName engine = config.engine();
        int changed = jdbc.update(
                "update engine_registry set remaining_cores = remaining_cores + (? - cores), cores = ?,"
                        + " remaining_memory = remaining_memory + (? - memory), memory = ?, nodes = ?,"
                        + " engine_config = ?, update_time = ?" + WHERE,
                totals.cores(),
                totals.cores(),
                totals.memory(),
                totals.memory(),
                config.nodes(),
                configJson,
                now,
                engine.type(),
                engine.name());
        if (changed == 0) {
            jdbc.update(
                    "insert into engine_registry (engine_type, engine_name, engine_entrance, engine_config, cores,"
                            + " memory, remaining_cores, remaining_memory, nodes, create_time, update_time)"
                            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    engine.type(),
                    engine.name(),
                    config.entrance(),
                    configJson,
                    totals.cores(),
                    totals.memory(),
                    totals.cores(),
                    totals.memory(),
                    config.nodes(),
                    now,
                    now);
        }
    }

    boolean take(EngineName engine, Resources amount) {
        return jdbc.update(
                        "update engine_registry set remaining_cores = remaining_cores - ?,"
                                + " remaining_memory = remaining_memory - ?" + WHERE
                                + " and remaining_cores >= ? and remaining_memory >= ?",
                        amount.cores(),
                        amount.memory(),
                        engine.type(),
                        engine.name(),
                        amount.cores(),
                        amount.memory())
                > 0;
    }

    void giveBack(EngineName engine, Resources amount) {
        jdbc.update(
                "update engine_registry set remaining_cores = remaining_cores + ?,"
                        + " remaining_memory = remaining_memory + ?" + WHERE,
                amount.cores(),
                amount.memory(),
                engine.type(),
                engine.name());
    }

    /**
     * What is free, with the row locked until the transaction ends: whoever waits after this can't miss a release.
     *
     * @return nothing free for an engine that is not registered
     */
    Resources lockRemaining(EngineName engine) {
        return remaining(engine, " for update");
    }

    /** Locks an engine's row until the transaction ends: whoever grants or takes back waits. */
    public void lock(EngineName engine) {
        lockRemaining(engine);
    }

    /** What is free now. */
    public Resources remaining(EngineName engine) {
        return remaining(engine, "");
    }

    private Resources remaining(EngineName engine, String lock) {
        return amounts("remaining_cores, remaining_memory", engine, lock);
    }

    private Resources amounts(String coresAndMemory, EngineName engine, String lock) {
        return jdbc
                .query(
                        "select " + coresAndMemory + " from engine_registry" + WHERE + lock,
                        (row, number) -> new Resources(row.getBigDecimal(1), row.getBigDecimal(2)),
                        engine.type(),
                        engine.name())
                .stream()
                .findFirst()
                .orElse(Resources.NONE);
    }

    void recompute(EngineName engine) {
        String held = "(select coalesce(sum(l.%s), 0) from resource_lease l where l.kind = 'job'"
                + " and l.engine_type = engine_registry.engine_type and l.engine_name = engine_registry.engine_name)";
        jdbc.update(
                "update engine_registry set remaining_cores = cores - " + held.formatted("cores")
                        + ", remaining_memory = memory - " + held.formatted("memory") + WHERE,
                engine.type(),
                engine.name());
    }

    /** What there is in all; nothing for an engine that is not registered. */
    public Resources totals(EngineName engine) {
        return amounts("cores, memory", engine, "");
    }
}
