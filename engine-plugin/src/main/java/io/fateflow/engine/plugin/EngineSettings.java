package io.fateflow.engine.plugin;

import java.time.Duration;

import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.resource.EngineConfig;

/**
 * What an operator decides about the scheduler.
 *
 * @param engine the site's computing engine
 * @param aging how long a waiting job may be passed by later ones
 * @param workerHold how long a worker holds an attempt without a sign of life
 * @param retention what is kept for how long
 */
public record EngineSettings(EngineConfig engine, Duration aging, Duration workerHold, Retention retention) {

    /** With the usual retention. */
    public EngineSettings(EngineConfig engine, Duration aging, Duration workerHold) {
        this(engine, aging, workerHold, Retention.standard());
    }

    /** FATE's standalone engine, ten minutes, one minute, the usual retention. */
    public static EngineSettings standard() {
        return new EngineSettings(EngineConfig.standalone(), Duration.ofMinutes(10), Duration.ofMinutes(1));
    }
}
