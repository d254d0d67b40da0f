package io.fateflow.webapp.security;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Logs out where somebody has logged in, too. */
@FunctionalInterface
public interface IssuerLogout {

    /**
     * Where the browser has to go for that, to be asked while the session is there.
     *
     * @return empty if the session was not begun there, or it knows no log-out, or does not answer now
     */
    Optional<String> address(HttpServletRequest request, HttpServletResponse response);
}
