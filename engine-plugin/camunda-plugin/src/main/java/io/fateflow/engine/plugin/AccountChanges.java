package io.fateflow.engine.plugin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.EntityTypes;
import org.camunda.bpm.engine.impl.history.event.HistoryEvent;
import org.camunda.bpm.engine.impl.history.event.UserOperationLogEntryEventEntity;
import org.camunda.bpm.engine.impl.history.handler.HistoryEventHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;

/**
 * Writes down what somebody has changed of accounts, groups, memberships and authorizations in the engine, by web apps or engine REST: with
 * the change, in its transaction. The engine's own log of it can be deleted by whoever may delete history; this one is sealed.
 */
final class AccountChanges implements HistoryEventHandler {

    private static final Set<String> WATCHED = Set.of(
            EntityTypes.USER,
            EntityTypes.GROUP,
            EntityTypes.GROUP_MEMBERSHIP,
            EntityTypes.AUTHORIZATION,
            EntityTypes.TENANT,
            EntityTypes.TENANT_MEMBERSHIP);

    private final AuditLog audit;

    AccountChanges(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public void handleEvent(HistoryEvent event) {
        handleEvents(List.of(event));
    }

    @Override
    public void handleEvents(List<HistoryEvent> events) {
        events.stream()
                .filter(UserOperationLogEntryEventEntity.class::isInstance)
                .map(UserOperationLogEntryEventEntity.class::cast)
                .filter(change -> WATCHED.contains(change.getEntityType()))
                .forEach(change -> operations().add(change));
    }

    private Operations operations() {
        if (TransactionSynchronizationManager.getResource(this) instanceof Operations known) {
            return known;
        }
        Operations begun = new Operations();
        TransactionSynchronizationManager.bindResource(this, begun);
        TransactionSynchronizationManager.registerSynchronization(begun);
        return begun;
    }

    /** What one transaction changes, an entry for each operation: the engine tells of each property by itself. */
    private final class Operations implements TransactionSynchronization {

        private final Actor actor = audit.actor();
        private final Map<String, AuditEntry> byId = new LinkedHashMap<>();

        void add(UserOperationLogEntryEventEntity change) {
            AuditEntry entry =
                    byId.computeIfAbsent(change.getOperationId(), begun -> AuditEntry.done(AuditAction.ACCOUNT_CHANGE)
                            .with("of", change.getEntityType())
                            .with("operation", change.getOperationType()));
            if (change.getProperty() != null) {
                byId.put(
                        change.getOperationId(),
                        entry.with(change.getProperty(), text(change.getNewValue()))
                                .with("before_" + change.getProperty(), text(change.getOrgValue())));
            }
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            byId.values().forEach(entry -> audit.write(entry, actor));
        }

        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResource(AccountChanges.this);
        }
    }

    private static String text(@Nullable String value) {
        return Optional.ofNullable(value).orElse("");
    }
}
