package io.fateflow.webapp.security;

import jakarta.servlet.http.HttpServletRequest;

/** Hears who is let in, and who is not. */
public interface AccessLog {

    /** Ends with the request. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * A request is served from now on, in this thread.
     *
     * @param user an account, a client's key name, or {@code anonymous}
     * @param origin the caller's address
     */
    Scope admitted(String user, String origin);

    /**
     * Somebody has proven who he is. Programs that do so with every call are written down once in a while.
     *
     * @param way by which: {@code board}, {@code link}, {@code cockpit}, {@code oidc}; of programs {@code basic}, {@code key},
     *     {@code token}
     */
    void loggedIn(String user, String way, String origin);

    void loggedOut(String user, String origin);

    /**
     * A request claimed something that it may not: an account, a key, or to come from this site.
     *
     * @param user whom it claimed to be
     * @param request method and path
     */
    void refused(String user, String origin, String request, String why);

    /** The same of a request, by whoever it says that it comes from. */
    default void refused(HttpServletRequest request, String why) {
        refused(
                Claim.user(request),
                request.getRemoteAddr(),
                request.getMethod() + " " + AccessFilter.path(request),
                why);
    }
}
