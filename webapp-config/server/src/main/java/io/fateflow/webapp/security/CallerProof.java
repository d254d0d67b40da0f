package io.fateflow.webapp.security;

import jakarta.servlet.http.HttpServletRequest;

/** Whether it is known already who makes a request: then its body is trusted to take its time. */
public final class CallerProof {

    private static final String GIVEN = CallerProof.class.getName() + ".given";

    private CallerProof() {}

    /** A login, a token, a ticket, a certificate or a signature of the request's head was checked. */
    public static void given(HttpServletRequest request) {
        request.setAttribute(GIVEN, true);
    }

    static boolean isGiven(HttpServletRequest request) {
        return Boolean.TRUE.equals(request.getAttribute(GIVEN));
    }
}
