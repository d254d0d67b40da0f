package io.fateflow.webapp.security;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

/** Who is logged in at a browser: Cockpit's session is the board's, and the other way round. */
public interface WebSessions {

    /** The account that a request's session belongs to, with the rights that it has now; empty if nobody is logged in. */
    Optional<WebUser> user(HttpServletRequest request);

    /** Logs an account in, whose password was right. The session gets a new id. */
    void begin(HttpServletRequest request, String userId);

    /** Logs out, of Cockpit, too. */
    void end(HttpServletRequest request);
}
