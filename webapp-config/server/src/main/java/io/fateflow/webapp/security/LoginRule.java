package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Asks for HTTP Basic login with an account that is in one of some groups, or with any account if there are none. */
final class LoginRule implements AccessRule {

    private final BasicLogin login;
    private final List<String> groups;

    LoginRule(Logins logins, String... groups) {
        this.login = new BasicLogin(logins);
        this.groups = List.of(groups);
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String which = groups.isEmpty() ? "any account." : "an account in one of the groups " + groups + ".";
        Optional<BasicLogin.Login> found = login.of(request, response, which);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        if (!groups.isEmpty() && Collections.disjoint(found.get().groups(), groups)) {
            Claim.refused(request, "FFB-5003 in none of the groups " + groups);
            Refusal.FORBIDDEN.write(
                    response,
                    "FFB-5003 This account is in none of the groups " + groups + ". An administrator adds it at"
                            + " /camunda/app/admin.");
            return Optional.empty();
        }
        CallerProof.given(request);
        return Optional.of(request);
    }
}
