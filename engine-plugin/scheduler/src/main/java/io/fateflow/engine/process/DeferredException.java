package io.fateflow.engine.process;

import java.time.Instant;

import org.camunda.bpm.engine.ProcessEngineException;

/** A step can't be done yet, and that is nobody's failure: the engine does it again at a certain time, and loses no try. */
public final class DeferredException extends ProcessEngineException {

    private final transient Instant until;

    public DeferredException(String message, Instant until) {
        super(message);
        this.until = until;
    }

    /** When to do it again, by the site's clock. */
    public Instant until() {
        return until;
    }

    /** Where our own code was helps nobody. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
