package io.fateflow.engine.process;

import java.util.List;
import java.util.stream.Collectors;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.consent.ConsentQuestion;
import io.fateflow.engine.consent.ConsentRequest;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.consent.Disclosures;
import io.fateflow.engine.consent.PolicyAnswer;
import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.notification.Notifications;

/** Writes down what the site's policy has said to a job that wants to read a table, and has somebody asked if it wants that. */
public final class ApplyConsentPolicy extends Step {

    /** The row's id. */
    static final String CONSENT = "consent";

    static final String APPROVER = "approver";
    static final String REMIND_EVERY = "remindEvery";
    static final String EXPIRE_AFTER = "expireAfter";
    static final String ESCALATE_AFTER = "escalateAfter";
    private static final String WHAT = "what";
    private static final String LEAVES = "leaves";
    private static final String REASON = "reason";
    private static final int LONGEST = 2000;
    private static final int COLUMNS_SHOWN = 40;

    private final Consents consents;
    private final Disclosures disclosures;
    private final Notifications notifications;

    public ApplyConsentPolicy(Consents consents, Disclosures disclosures, Notifications notifications) {
        this.consents = consents;
        this.disclosures = disclosures;
        this.notifications = notifications;
    }

    @Override
    void run(DelegateExecution execution) {
        ConsentQuestion question = PassedObject.take(execution, ConsentQuestion.class)
                .orElseThrow(() -> new IllegalStateException("whoever starts fate-consent has to pass a question"));
        ConsentRow row = consents.apply(question, execution.getProcessInstanceId());
        execution.setVariable(CONSENT, row.id());
        execution.setVariable(WHAT, sentence(row));
        switch (row.state()) {
            case GRANTED -> {}
            case ASKED -> {
                execution.setVariable(LEAVES, leaves(row.request()));
                execution.setVariable(REASON, shortened(question.answer().reason()));
                execution.setVariable(APPROVER, question.answer().approver());
                execution.setVariable(REMIND_EVERY, "R/" + question.answer().remindEvery());
                execution.setVariable(
                        EXPIRE_AFTER, question.answer().expireAfter().toString());
                execution.setVariable(ESCALATE_AFTER, escalateAfter(question.answer()));
                notifications.consentWanted(
                        row.request().jobId(), row.request().own(), Consents.appeal(row), row.askTime());
                throw new BpmnError(BpmnEvents.CONSENT_ASKED, row.answer().reason());
            }
            default -> throw new BpmnError(BpmnEvents.CONSENT_REFUSED, row.remark());
        }
    }

    private String leaves(ConsentRequest request) {
        return shortened(disclosures.of(request.table().modules(), request.own().role()).entrySet().stream()
                .map(module -> module.getKey() + ": " + module.getValue())
                .collect(Collectors.joining(" ")));
    }

    /** A timer needs a time: where there is nobody to escalate to, it is due when the question is over. */
    private static String escalateAfter(PolicyAnswer answer) {
        PolicyAnswer.Escalation escalation = answer.escalation();
        return (escalation == null ? answer.expireAfter() : escalation.after()).toString();
    }

    /** For whoever decides, in the Tasklist. */
    private static String sentence(ConsentRow row) {
        ConsentRequest request = row.request();
        List<String> columns = request.table().columns();
        String more = columns.size() > COLUMNS_SHOWN ? " and %d more".formatted(columns.size() - COLUMNS_SHOWN) : "";
        return shortened("%s wants job %s to read table %s (%d rows; columns: %s%s) at %s, for %s; purpose: %s"
                .formatted(
                        request.initiator(),
                        request.jobId(),
                        request.table().fullName(),
                        request.table().rows(),
                        columns.isEmpty()
                                ? "not known"
                                : String.join(", ", columns.subList(0, Math.min(columns.size(), COLUMNS_SHOWN))),
                        more,
                        request.own(),
                        String.join(", ", request.table().modules()),
                        request.purpose().isEmpty() ? "none was named" : request.purpose()));
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + '…';
    }
}
