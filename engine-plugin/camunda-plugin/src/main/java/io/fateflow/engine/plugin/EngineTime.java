package io.fateflow.engine.plugin;

import java.time.Clock;

import org.joda.time.DateTimeUtils;

/**
 * The engine's time: when timers and retries are due, when locks of jobs and external tasks run out. The engine has one for
 * the whole process, and offers to stop it or to shift the machine's; only the library beneath lets it follow a clock.
 */
public final class EngineTime {

    private EngineTime() {}

    /** From now on the engines of this process go by that clock. */
    public static void follow(Clock clock) {
        DateTimeUtils.setCurrentMillisProvider(clock::millis);
    }
}
