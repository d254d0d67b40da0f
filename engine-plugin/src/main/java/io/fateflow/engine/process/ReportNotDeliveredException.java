package io.fateflow.engine.process;

import org.camunda.bpm.engine.ProcessEngineException;

/** The text of the incident: which party was not reached, and why. */
public final class ReportNotDeliveredException extends ProcessEngineException {

    public ReportNotDeliveredException(String message) {
        super(message);
    }

    /** The other site is the cause; where our own code was then helps no operator. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
