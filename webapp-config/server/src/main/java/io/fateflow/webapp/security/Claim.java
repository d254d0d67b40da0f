package io.fateflow.webapp.security;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

/** What a gate has found out about a request, on its way to the {@link AccessLog}. */
final class Claim {

    static final String ANONYMOUS = "anonymous";

    private static final String USER = Claim.class.getName() + ".user";
    private static final String REFUSED = Claim.class.getName() + ".refused";

    private static final String WAY = Claim.class.getName() + ".way";

    private Claim() {}

    /** It says it is this user's; whether it is, the gate decides. */
    static void user(HttpServletRequest request, String user) {
        request.setAttribute(USER, user);
    }

    static String user(HttpServletRequest request) {
        return request.getAttribute(USER) instanceof String user ? user : ANONYMOUS;
    }

    /** Whoever makes it has proven who he is, in this way, with this very request. */
    static void proven(HttpServletRequest request, String way) {
        request.setAttribute(WAY, way);
    }

    static Optional<String> way(HttpServletRequest request) {
        return request.getAttribute(WAY) instanceof String way ? Optional.of(way) : Optional.empty();
    }

    /** It claims what it may not. A request that claims nothing, and is only asked to log in, is none of these. */
    static void refused(HttpServletRequest request, String why) {
        request.setAttribute(REFUSED, why);
    }

    static Optional<String> refused(HttpServletRequest request) {
        return request.getAttribute(REFUSED) instanceof String why ? Optional.of(why) : Optional.empty();
    }
}
