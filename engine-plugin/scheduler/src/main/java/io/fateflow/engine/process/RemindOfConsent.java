package io.fateflow.engine.process;

import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.ConsentStore;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.notification.Notifications;

/** Nobody has decided yet: the log says so, receivers of notifications are told, and the audit log says that somebody was reminded. */
public final class RemindOfConsent extends Step {

    private static final Logger LOG = LoggerFactory.getLogger(RemindOfConsent.class);

    private final ConsentStore store;
    private final AuditLog audit;
    private final Notifications notifications;

    public RemindOfConsent(ConsentStore store, AuditLog audit, Notifications notifications) {
        this.store = store;
        this.audit = audit;
        this.notifications = notifications;
    }

    @Override
    void run(DelegateExecution execution) {
        Optional<ConsentRow> asked = store.find((Long) execution.getVariable(ApplyConsentPolicy.CONSENT))
                .filter(row -> row.state() == ConsentState.ASKED);
        asked.ifPresent(row -> {
            audit.write(Consents.entry(row).with("reminded", String.join(",", row.approvers())));
            notifications.consentWanted(
                    row.request().jobId(), row.request().own(), Consents.appeal(row), row.askTime());
            LOG.warn(
                    "FFB-5143 {} wait for the consent of {} to read table {}: a member of {} has to decide, in the Tasklist"
                            + " or by consent/decide",
                    row.request().initiator(),
                    row.request().own(),
                    row.request().table().fullName(),
                    String.join(" or ", row.approvers()));
        });
    }
}
