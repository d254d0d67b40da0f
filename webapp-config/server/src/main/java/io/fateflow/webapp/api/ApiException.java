package io.fateflow.webapp.api;

import java.util.Locale;

/** A call that ends in one of FATE Flow's three kinds of error. */
public final class ApiException extends RuntimeException {

    private final int status;
    private final int retcode;

    private ApiException(int status, int retcode, String retmsg) {
        super(retmsg);
        this.status = status;
        this.retcode = retcode;
    }

    /** Status 200, with a retcode. */
    public static ApiException soft(int retcode, String retmsg) {
        return new ApiException(200, retcode, retmsg);
    }

    /** Status 200 and retcode 100, in the form in which FATE Flow shows an exception: {@code KeyError('role')}. */
    public static ApiException uncaught(String type, String message) {
        return soft(Retcode.EXCEPTION_ERROR, representation(type, message));
    }

    /** The status is the retcode; downloads rely on it. */
    public static ApiException http(int status, String retmsg) {
        return new ApiException(status, status, retmsg);
    }

    static String representation(String type, String message) {
        char quote = message.contains("'") && !message.contains("\"") ? '"' : '\'';
        String escaped = message.replace("\\", "\\\\").replace("\n", "\\n");
        return String.format(Locale.ROOT, "%s(%c%s%c)", type, quote, escaped, quote);
    }

    boolean isHttpStyle() {
        return status != 200;
    }

    int status() {
        return status;
    }

    int retcode() {
        return retcode;
    }

    String retmsg() {
        return String.valueOf(getMessage());
    }

    /** Not an error of ours: nobody needs the stack. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
