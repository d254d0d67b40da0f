package io.fateflow.engine.notification;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

import io.fateflow.federation.status.JobStatus;

/** What receivers can be told of. The names of ends are {@code job.} and FATE's status. */
public enum NotifiedEvent {
    SUCCESS("job.success"),
    FAILED("job.failed"),
    CANCELED("job.canceled"),
    TIMEOUT("job.timeout"),

    /** A job has waited for resources for as long as the site's settings say. */
    WAITING("job.waiting"),

    /** Somebody of this site has to decide whether a job may read a table; told again whenever that is called to mind. */
    CONSENT("job.consent"),

    /** Somebody tries a receiver; it is about no job. */
    TEST("test");

    private final String wire;

    NotifiedEvent(String wire) {
        this.wire = wire;
    }

    /** As it is sent, stored and configured. */
    public String wire() {
        return wire;
    }

    /** All that are about jobs. */
    public static Set<NotifiedEvent> ofJobs() {
        return EnumSet.complementOf(EnumSet.of(TEST));
    }

    /** That a job is over. */
    public static Set<NotifiedEvent> ends() {
        return EnumSet.of(SUCCESS, FAILED, CANCELED, TIMEOUT);
    }

    public static Optional<NotifiedEvent> of(String wire) {
        return ofJobs().stream().filter(event -> event.wire.equals(wire)).findFirst();
    }

    /** @throws IllegalArgumentException if a job does not end with that status */
    static NotifiedEvent end(JobStatus status) {
        return Arrays.stream(values())
                .filter(event -> status.isEnd() && event.wire.equals("job." + status.wire()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no job ends as " + status.wire()));
    }
}
