package io.fateflow.engine.process;

import org.camunda.bpm.engine.ProcessEngineException;

/** The text of the incident: which component failed, at which party, and why. */
public final class ComponentFailedException extends ProcessEngineException {

    public ComponentFailedException(String report) {
        super(report.isEmpty() ? "FFB-3001 a component of the job has failed" : report);
    }

    /** It says what an executor did; where our own code was then helps no operator. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
