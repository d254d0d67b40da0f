package io.fateflow.webapp.security;

import jakarta.servlet.http.HttpServletRequest;

/** The account that the gate has let in. */
public final class BoardUser {

    private static final String USER = BoardUser.class.getName();

    private BoardUser() {}

    static void set(HttpServletRequest request, WebUser user) {
        request.setAttribute(USER, user);
    }

    /** Whether roles allow what a request does, so that nothing else need be asked. */
    public static boolean isLetInByRoles(HttpServletRequest request) {
        return Admission.of(request).flatMap(Admission::action).isPresent();
    }

    /** Of a request that came through the gate. */
    public static WebUser of(HttpServletRequest request) {
        if (request.getAttribute(USER) instanceof WebUser user) {
            return user;
        }
        throw new IllegalStateException("not behind the gate of the board");
    }
}
