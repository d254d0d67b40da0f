package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.security.WebUser.Right;

/** Asks for the session of an account that may see the board; what else it needs, the called part looks at. */
final class SessionRule implements AccessRule {

    static final String NOBODY = "FFB-5400 Nobody is logged in. Log in at /login.";

    private final WebSessions sessions;

    SessionRule(WebSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Optional<WebUser> user = sessions.user(request);
        if (user.isEmpty()) {
            Refusal.UNAUTHORIZED.write(response, NOBODY);
            return Optional.empty();
        }
        Claim.user(request, user.get().id());
        if (!user.get().may(Right.READ)) {
            Claim.refused(request, "FFB-5401 may not see the board");
            Refusal.FORBIDDEN.write(
                    response,
                    "FFB-5401 This account may not see the board. An administrator gives it, at /camunda/app/admin, the"
                            + " application Cockpit and READ_INSTANCE on the process definition fate-job.");
            return Optional.empty();
        }
        CallerProof.given(request);
        BoardUser.set(request, user.get());
        return Optional.of(request);
    }
}
