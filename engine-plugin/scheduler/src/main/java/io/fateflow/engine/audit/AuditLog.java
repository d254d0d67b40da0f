package io.fateflow.engine.audit;

import java.time.Clock;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.database.Json;
import io.fateflow.database.TextColumn;

/**
 * Writes {@code audit_log}. An entry belongs to the caller's transaction: it is there exactly if what it tells of has
 * happened. Without a transaction it is one of its own.
 */
public final class AuditLog {

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Supplier<Actor> actor;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** @param actor who acts in the current thread */
    public AuditLog(JdbcTemplate jdbc, Clock clock, Supplier<Actor> actor) {
        this.jdbc = JdbcClient.create(jdbc);
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
        jdbc.sql("""
                insert into audit_log (create_time, actor, origin, action, job_id, component_name, role, party_id, outcome,
                    details)
                values (:now, :actor, :origin, :action, :job, :component, :role, :party, :outcome,
                    :details)
                """)
                .param("now", clock.millis())
                .param("actor", TextColumn.AUDIT_ACTOR.fitted(by.name()))
                .param("origin", TextColumn.AUDIT_ORIGIN.fitted(by.origin()))
                .param("action", entry.action().wire())
                .param("job", TextColumn.AUDIT_JOB.fitted(entry.jobId()))
                .param("component", TextColumn.AUDIT_COMPONENT.fitted(entry.component()))
                .param("role", TextColumn.AUDIT_ROLE.fitted(entry.role()))
                .param("party", TextColumn.AUDIT_PARTY.fitted(entry.partyId()))
                .param("outcome", entry.outcome().wire())
                .param("details", Json.write(new TreeMap<>(entry.details())))
                .update();
        written();
    }

    /** Has somebody told that entries were committed, on the thread that committed them: it must be quick, and must not throw. */
    public void onCommit(Runnable listener) {
        listeners.add(listener);
    }

    private void written() {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            listeners.forEach(Runnable::run);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                listeners.forEach(Runnable::run);
            }
        });
    }

    /** Who acts in the current thread. */
    public Actor actor() {
        return actor.get();
    }
}
