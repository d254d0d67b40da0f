package io.fateflow.worker.component;

/** A parameter of a component is wrong; the message names the component and the parameter. */
public final class ParameterException extends RuntimeException {

    public ParameterException(String message) {
        super(message);
    }
}
