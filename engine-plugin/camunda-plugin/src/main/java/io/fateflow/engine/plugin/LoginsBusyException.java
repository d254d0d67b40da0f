package io.fateflow.engine.plugin;

/** So many passwords are looked at that one more has to come again; whether it is right nobody has seen. */
public final class LoginsBusyException extends RuntimeException {

    /** When to come again: about the time that those inside take. */
    public static final int RETRY_AFTER_SECONDS = 5;

    public static final String ID = "FFB-5333";

    private static final long serialVersionUID = 1;

    /** @param whose the log-ins that are too many, in words */
    LoginsBusyException(String whose) {
        super(
                "Too many log-ins %s are looked at just now. Log in again in %d seconds; who is logged in already is served."
                        .formatted(whose, RETRY_AFTER_SECONDS));
    }

    /** What to tell whoever wants to log in, with the id. */
    public String words() {
        return ID + " " + getMessage();
    }
}
