package io.fateflow.webapp.security;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

import io.fateflow.webapp.database.DatabaseTrouble;

/** Whoever answers that the server is not available now also says when to ask again. */
final class RetryAfterAdvice extends HttpServletResponseWrapper {

    RetryAfterAdvice(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void setStatus(int status) {
        if (status == SC_SERVICE_UNAVAILABLE && !containsHeader("Retry-After")) {
            setHeader("Retry-After", Integer.toString(DatabaseTrouble.RETRY_AFTER_SECONDS));
        }
        super.setStatus(status);
    }
}
