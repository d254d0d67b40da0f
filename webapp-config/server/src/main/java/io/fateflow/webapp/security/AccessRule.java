package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Lets a request pass, or answers it. */
@FunctionalInterface
interface AccessRule {

    /** Checked further on: by the engine's own login, or by the endpoint with its task token. */
    AccessRule OPEN = (request, response) -> Optional.of(request);

    /** Nobody; whoever has mistyped an address in a browser finds the board from here. */
    AccessRule CLOSED = (request, response) -> {
        if (isForPeople(request)) {
            NoSuchPage.write(response);
            return Optional.empty();
        }
        Refusal.FORBIDDEN.write(response, "FFB-5001 There is nothing here for anybody.");
        return Optional.empty();
    };

    /**
     * Decides.
     *
     * @return the request to go on with; empty if it was answered here
     */
    Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response) throws IOException;

    private static boolean isForPeople(HttpServletRequest request) {
        String accepted = request.getHeader("Accept");
        return request.getMethod().equals("GET") && accepted != null && accepted.contains("text/html");
    }
}
