package io.fateflow.engine.audit;

import java.time.Clock;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.database.TextColumn;

/**
 * Writes {@code audit_log}. An entry belongs to the caller's transaction: it is there exactly if what it tells of has
 * happened. Without a transaction it is one of its own.
 */
public final class AuditLog {

    private final JdbcTemplate jdbc;
    private final Clock clock;
    private final Supplier<Actor> actor;

    /** @param actor who acts in the current thread */
    public AuditLog(JdbcTemplate jdbc, Clock clock, Supplier<Actor> actor) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.actor = actor;
    }

    /** Whoever acts in the current thread did it. */
    public void write(AuditEntry entry) {
        write(entry, actor.get());
    }

    /** Somebody else did it, and this thread only carries it out. */
    public void write(AuditEntry entry, Actor by) {
        // what a refused request calls itself may be of any length and any characters
        jdbc.update(
                "insert into audit_log (create_time, actor, origin, action, job_id, component_name, role, party_id,"
                        + " outcome, details) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                clock.millis(),
                TextColumn.AUDIT_ACTOR.fitted(by.name()),
                TextColumn.AUDIT_ORIGIN.fitted(by.origin()),
                entry.action().wire(),
                TextColumn.AUDIT_JOB.fitted(entry.jobId()),
                TextColumn.AUDIT_COMPONENT.fitted(entry.component()),
                TextColumn.AUDIT_ROLE.fitted(entry.role()),
                TextColumn.AUDIT_PARTY.fitted(entry.partyId()),
                entry.outcome().wire(),
                Json.write(new TreeMap<>(entry.details())));
    }

    /** Removes entries that are older, in the caller's transaction. */
    public void removeBefore(long time) {
        jdbc.update("delete from audit_log where create_time < ?", time);
    }

    /** Who acts in the current thread. */
    public Actor actor() {
        return actor.get();
    }
}
