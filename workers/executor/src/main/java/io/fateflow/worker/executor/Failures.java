package io.fateflow.worker.executor;

/** An exception as a user reads it: what happened, then what that came from; the stack trace is in the log. */
final class Failures {

    private Failures() {}

    static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder(line(failure));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            String line = line(cause);
            // who wraps an exception often quotes it
            if (text.indexOf(line) < 0) {
                text.append("\ncaused by ").append(line);
            }
        }
        return text.toString();
    }

    private static String line(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getName() : message;
    }
}
