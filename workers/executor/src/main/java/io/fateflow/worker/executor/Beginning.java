package io.fateflow.worker.executor;

import java.time.Duration;
import java.time.Instant;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From when on an attempt waits for its component.
 *
 * @param time of the machine, as it is only compared with it
 * @param event what was then, for the log
 */
record Beginning(Instant time, String event) {

    private static final Logger log = LoggerFactory.getLogger(Beginning.class);

    /** With the process that was started for the attempt. */
    static Beginning ofProcess() {
        return new Beginning(ProcessHandle.current().info().startInstant().orElseGet(Instant::now), "its process");
    }

    /** To be called just before the component runs. */
    void log(Arguments attempt) {
        log.info(
                "{} of job {} starts at {} {}, {} ms after {}",
                attempt.text("component_name"),
                attempt.text("job_id"),
                attempt.text("role"),
                attempt.text("party_id"),
                Duration.between(time, Instant.now()).toMillis(),
                event);
    }
}
