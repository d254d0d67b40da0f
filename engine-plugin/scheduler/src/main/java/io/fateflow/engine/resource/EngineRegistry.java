package io.fateflow.engine.resource;

import java.time.Clock;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** The site's engines with their totals and what is free: {@code engine_registry}. */
public final class EngineRegistry {

    private static final String ENGINE = " where engine_type = :engineType and engine_name = :engineName";

    private static final String UPDATE = """
            update engine_registry
            set remaining_cores = remaining_cores + (:cores - cores), cores = :cores,
                remaining_memory = remaining_memory + (:memory - memory), memory = :memory, nodes = :nodes,
                engine_config = :config, update_time = :now
            """ + ENGINE;

    private static final String INSERT = """
            insert into engine_registry (engine_type, engine_name, engine_entrance, engine_config, cores, memory,
                remaining_cores, remaining_memory, nodes, create_time, update_time)
            values (:engineType, :engineName, :entrance, :config, :cores, :memory,
                :cores, :memory, :nodes, :now, :now)
            """;

    private static final String TAKE = """
            update engine_registry
            set remaining_cores = remaining_cores - :cores, remaining_memory = remaining_memory - :memory
            """ + ENGINE + " and remaining_cores >= :cores and remaining_memory >= :memory";

    private static final String GIVE_BACK = """
            update engine_registry
            set remaining_cores = remaining_cores + :cores, remaining_memory = remaining_memory + :memory
            """ + ENGINE;

    private final JdbcClient jdbc;
    private final Clock clock;

    public EngineRegistry(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /**
     * Writes an engine's totals. What is free changes by as much as the total does, so it can become negative: then
     * nothing is granted until enough has come back.
     */
    public void register(EngineConfig config, String configJson) {
        if (of(config, configJson, UPDATE).update() == 0) {
            of(config, configJson, INSERT).param("entrance", config.entrance()).update();
        }
    }

    private StatementSpec of(EngineConfig config, String configJson, String sql) {
        return of(config.engine(), config.totals(), sql)
                .param("nodes", config.nodes())
                .param("config", configJson)
                .param("now", clock.millis());
    }

    private StatementSpec of(EngineName engine, Resources amount, String sql) {
        return of(engine, sql).param("cores", amount.cores()).param("memory", amount.memory());
    }

    private StatementSpec of(EngineName engine, String sql) {
        return jdbc.sql(sql).param("engineType", engine.type()).param("engineName", engine.name());
    }

    boolean take(EngineName engine, Resources amount) {
        return of(engine, amount, TAKE).update() > 0;
    }

    void giveBack(EngineName engine, Resources amount) {
        of(engine, amount, GIVE_BACK).update();
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
        return amounts("remaining_cores as cores, remaining_memory as memory", engine, lock);
    }

    private Resources amounts(String coresAndMemory, EngineName engine, String lock) {
        return of(engine, "select " + coresAndMemory + " from engine_registry" + ENGINE + lock)
                .query((row, number) -> new Resources(row.getBigDecimal("cores"), row.getBigDecimal("memory")))
                .optional()
                .orElse(Resources.NONE);
    }

    void recompute(EngineName engine) {
        String held = """
                (select coalesce(sum(l.%s), 0) from resource_lease l
                 where l.kind = 'job' and l.engine_type = engine_registry.engine_type
                    and l.engine_name = engine_registry.engine_name)""";
        of(engine, """
                update engine_registry
                set remaining_cores = cores - %s,
                    remaining_memory = memory - %s
                """.formatted(held.formatted("cores"), held.formatted("memory")) + ENGINE)
                .update();
    }

    /** What there is in all; nothing for an engine that is not registered. */
    public Resources totals(EngineName engine) {
        return amounts("cores, memory", engine, "");
    }
}
