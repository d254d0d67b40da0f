package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

import io.fateflow.webapp.role.Account;

/** Who is logged in at a browser: Cockpit's session is the board's, and the other way round. */
public interface WebSessions {

    /** The account that a request's session belongs to, with the rights that it has now; empty if nobody is logged in. */
    Optional<WebUser> user(HttpServletRequest request);

    /** Logs an account in, whose password was right. The session gets a new id. */
    void begin(HttpServletRequest request, String userId);

    /**
     * Logs an account in that is kept elsewhere, with the roles that it has there.
     *
     * @param longest how long it is logged in, whatever it does
     */
    void begin(HttpServletRequest request, Account account, Duration longest);

    /** An account that is kept elsewhere and proves who it is with each request. */
    WebUser user(Account account);

    /**
     * Logs out, of Cockpit, too.
     *
     * @return who was logged in
     */
    Optional<String> end(HttpServletRequest request);
}
