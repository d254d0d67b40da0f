package io.fateflow.worker.api;

/** The server does not take the worker's login, or has not a moment ago and was not asked again: who has the account may mend it. */
public final class LoginRefusedException extends ServerUnreachableException {

    public LoginRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
