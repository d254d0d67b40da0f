package io.fateflow.engine.process;

import java.util.Optional;

import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.task.Task;

import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.ConsentStore;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.consent.PolicyAnswer;
import io.fateflow.engine.notification.Notifications;

/** Nobody has decided for so long that another group may, too: it finds the task in its Tasklist, and receivers are told. */
public final class EscalateConsent extends Step {

    private final ConsentStore store;
    private final AuditLog audit;
    private final Notifications notifications;

    public EscalateConsent(ConsentStore store, AuditLog audit, Notifications notifications) {
        this.store = store;
        this.audit = audit;
        this.notifications = notifications;
    }

    @Override
    void run(DelegateExecution execution) {
        Optional<ConsentRow> asked = store.lock((Long) execution.getVariable(ApplyConsentPolicy.CONSENT))
                .filter(row -> row.state() == ConsentState.ASKED);
        asked.ifPresent(row -> {
            PolicyAnswer.Escalation escalation = row.answer().escalation();
            if (escalation != null && !row.escalated()) {
                escalate(execution, row, escalation.group());
            }
        });
    }

    private void escalate(DelegateExecution execution, ConsentRow row, String group) {
        store.escalated(row.id());
        // the second of two is asked later, and is then looked for in both groups
        execution.setVariable(ApplyConsentPolicy.APPROVER, row.answer().approver() + "," + group);
        TaskService tasks = execution.getProcessEngineServices().getTaskService();
        for (Task task : tasks.createTaskQuery()
                .processInstanceId(execution.getProcessInstanceId())
                .list()) {
            tasks.addCandidateGroup(task.getId(), group);
        }
        ConsentRow escalated = store.find(row.id()).orElseThrow();
        audit.write(Consents.entry(escalated).with("escalated", group));
        notifications.consentWanted(
                escalated.request().jobId(),
                escalated.request().own(),
                Consents.appeal(escalated),
                escalated.askTime());
    }
}
