package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;

/** A step that tells another site something; what and to whom, the business key of its process says. */
public abstract class Sending extends Step {

    @Override
    final void run(DelegateExecution execution) {
        send(execution.getProcessBusinessKey());
    }

    /** As the step of a process with this key, which there is not yet, and need not be if it gets through. */
    public final void tryFirst(String businessKey) {
        doing(businessKey, () -> send(businessKey));
    }

    abstract void send(String businessKey);
}
