package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.fateflow.webapp.role.Account;

/** Looks at a request's bearer token. */
final class BearerLogin {

    private static final String BEARER = "Bearer ";

    private final BearerTokens tokens;

    BearerLogin(BearerTokens tokens) {
        this.tokens = tokens;
    }

    static boolean isTried(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    /** @return empty if the request was answered here */
    Optional<Account> of(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Account account = tokens.account(request.getHeader("Authorization")
                    .substring(BEARER.length())
                    .strip());
            Claim.user(request, account.id());
            Claim.proven(request, "token");
            CallerProof.given(request);
            return Optional.of(account);
        } catch (BearerTokens.BadTokenException e) {
            Claim.refused(request, "FFB-5023 token: " + e.getMessage());
            response.setHeader("WWW-Authenticate", "Bearer error=\"invalid_token\"");
            Refusal.UNAUTHORIZED.write(
                    response,
                    "FFB-5023 The token is not taken: " + e.getMessage()
                            + ". Ask the issuer for another one, for this server.");
            return Optional.empty();
        }
    }
}
