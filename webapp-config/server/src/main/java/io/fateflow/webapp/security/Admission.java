package io.fateflow.webapp.security;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Scope;

/**
 * What the roles have let a request in for, on its way to those who know what it names.
 *
 * @param action what it does; empty if no call is known under its path
 * @param scope on what it may do it
 */
record Admission(Account account, Optional<Action> action, Scope scope) {

    private static final String ADMISSION = Admission.class.getName();

    static void give(HttpServletRequest request, Admission admission) {
        request.setAttribute(ADMISSION, admission);
    }

    static Optional<Admission> of(HttpServletRequest request) {
        return request.getAttribute(ADMISSION) instanceof Admission given ? Optional.of(given) : Optional.empty();
    }
}
