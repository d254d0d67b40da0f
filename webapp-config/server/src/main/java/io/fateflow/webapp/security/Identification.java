package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.role.Account;

/** Finds out who makes a request, or answers it. */
@FunctionalInterface
interface Identification {

    /**
     * Who it is, proven.
     *
     * @param request to go on with
     */
    record Identified(HttpServletRequest request, Account account) {}

    /** @return empty if it was answered here */
    Optional<Identified> of(HttpServletRequest request, HttpServletResponse response) throws IOException;
}
