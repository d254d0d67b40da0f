package io.fateflow.engine.plugin;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.EntityTypes;
import org.camunda.bpm.engine.impl.history.event.HistoryEvent;
import org.camunda.bpm.engine.impl.history.event.UserOperationLogEntryEventEntity;
import org.camunda.bpm.engine.impl.history.handler.HistoryEventHandler;
import org.jspecify.annotations.Nullable;

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

    /** All that one operation has changed comes at once, a property each. */
    @Override
    public void handleEvents(List<HistoryEvent> events) {
        List<UserOperationLogEntryEventEntity> changes = events.stream()
                .filter(UserOperationLogEntryEventEntity.class::isInstance)
                .map(UserOperationLogEntryEventEntity.class::cast)
                .filter(change -> WATCHED.contains(change.getEntityType()))
                .toList();
        if (changes.isEmpty()) {
            return;
        }
        AuditEntry entry = AuditEntry.done(AuditAction.ACCOUNT_CHANGE)
                .with("of", changes.get(0).getEntityType())
                .with("operation", changes.get(0).getOperationType());
        for (UserOperationLogEntryEventEntity change : changes) {
            if (change.getProperty() != null) {
                entry = entry.with(change.getProperty(), text(change.getNewValue()))
                        .with("before_" + change.getProperty(), text(change.getOrgValue()));
            }
        }
        audit.write(entry);
    }

    private static String text(@Nullable String value) {
        return Optional.ofNullable(value).orElse("");
    }
}
