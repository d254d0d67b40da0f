package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.role.Account;

/** People say who they are once, at the board or in Cockpit. */
final class SessionIdentification implements Identification {

    private final WebSessions sessions;
    private final Optional<BearerLogin> tokens;

    /** @param tokens of programs that make a page's calls; empty where none are taken */
    SessionIdentification(WebSessions sessions, Optional<BearerLogin> tokens) {
        this.sessions = sessions;
        this.tokens = tokens;
    }

    @Override
    public Optional<Identified> of(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (tokens.isPresent() && BearerLogin.isTried(request)) {
            Optional<Account> account = tokens.get().of(request, response);
            account.ifPresent(known -> BoardUser.set(request, sessions.user(known)));
            return account.map(known -> new Identified(request, known));
        }
        Optional<WebUser> user = sessions.user(request);
        if (user.isEmpty()) {
            Refusal.UNAUTHORIZED.write(response, SessionRule.NOBODY);
            return Optional.empty();
        }
        Claim.user(request, user.get().id());
        CallerProof.given(request);
        BoardUser.set(request, user.get());
        return Optional.of(new Identified(request, user.get().account()));
    }
}
