package io.fateflow.engine.process;

import org.camunda.bpm.engine.ProcessEngineException;

/** The text of the incident: which party was not reached with what, and why. */
public final class PartyNotReachedException extends ProcessEngineException {

    public PartyNotReachedException(String message) {
        super(message);
    }

    /** The other site is the cause; where our own code was then helps no operator. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
