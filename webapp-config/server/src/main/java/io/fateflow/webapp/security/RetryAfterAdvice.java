package io.fateflow.webapp.security;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import io.fateflow.webapp.database.DatabaseTrouble;

/** Whoever answers that the server is not available now, or that an account has too much already, also says when to ask again. */
final class RetryAfterAdvice extends HttpServletResponseWrapper {

    private static final int TOO_MANY_REQUESTS = 429;

    /** Nobody knows when one of an account's jobs ends. */
    private static final int JOB_SECONDS = 60;

    RetryAfterAdvice(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void setStatus(int status) {
        if (status == SC_SERVICE_UNAVAILABLE && !containsHeader("Retry-After")) {
            setHeader("Retry-After", Integer.toString(DatabaseTrouble.RETRY_AFTER_SECONDS));
        }
        if (status == TOO_MANY_REQUESTS && !containsHeader("Retry-After")) {
            setHeader("Retry-After", Integer.toString(JOB_SECONDS));
        }
        super.setStatus(status);
    }
}
