package io.fateflow.engine.process;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.InvalidConsentException;

/**
 * Takes what whoever was asked has decided, in the Tasklist or by a call: the transaction is the one that ends his task, so
 * that what can't be taken leaves the task open.
 */
public final class TakeConsentDecision extends Step {

    private static final List<String> VALUES =
            List.of(ConsentChoice.DECISION, ConsentChoice.COMMENT, ConsentChoice.UNTIL, ConsentChoice.USES);

    private final ConsentDecisions decisions;
    private final Clock clock;

    public TakeConsentDecision(ConsentDecisions decisions, Clock clock) {
        this.decisions = decisions;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        Map<String, Object> values = new HashMap<>();
        VALUES.forEach(name -> values.put(name, execution.getVariable(name)));
        long id = (Long) execution.getVariable(ApplyConsentPolicy.CONSENT);
        try {
            ConsentChoice choice = ConsentChoice.of(values, clock.getZone(), clock.instant());
            if (decisions.take(id, choice) == ConsentDecisions.Outcome.SECOND_NEEDED) {
                // who comes second decides by himself
                VALUES.forEach(execution::removeVariable);
                throw new BpmnError(BpmnEvents.SECOND_CONSENT_NEEDED);
            }
        } catch (InvalidConsentException e) {
            throw new BadUserRequestException(String.valueOf(e.getMessage()), e);
        }
    }
}
