package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.role.Account;

/** People say who they are once, at the board or in Cockpit. */
final class SessionIdentification implements Identification {

    private final WebSessions sessions;

    SessionIdentification(WebSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Optional<Identified> of(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<WebUser> user = sessions.user(request);
        if (user.isEmpty()) {
            Refusal.UNAUTHORIZED.write(response, SessionRule.NOBODY);
            return Optional.empty();
        }
        Claim.user(request, user.get().id());
        CallerProof.given(request);
        BoardUser.set(request, user.get());
        return Optional.of(
                new Identified(request, new Account(user.get().id(), user.get().roles())));
    }
}
