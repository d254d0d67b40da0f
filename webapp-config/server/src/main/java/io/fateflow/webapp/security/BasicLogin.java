package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Asks for HTTP Basic login with an account of the engine's. */
final class BasicLogin {

    private static final String BASIC = "Basic ";

    /** Without a challenge: a browser would ask for the password once more. */
    private static final String WITHOUT_CODE = """
            FFB-5285 The account %s has a second factor, or has to have one, and a password alone does not log it in. People log in \
            at /login. Programs sign with a key of the account (fate.access.keys), come with an issuer's token, or have an account \
            of their own.""";

    private final Logins logins;

    BasicLogin(Logins logins) {
        this.logins = logins;
    }

    /** An account with its groups. */
    record Login(String user, Set<String> groups) {}

    /**
     * Looks at a request's login.
     *
     * @param how which login there must be, in words
     * @return empty if the request was answered here
     */
    Optional<Login> of(HttpServletRequest request, HttpServletResponse response, String how) throws IOException {
        Optional<Credentials> given = credentials(request.getHeader("Authorization"));
        given.ifPresent(credentials -> Claim.user(request, credentials.user()));
        Duration wait = given.map(credentials -> logins.wait(credentials.user(), request.getRemoteAddr()))
                .orElse(Duration.ZERO);
        if (!wait.isZero()) {
            long seconds = wait.toSeconds() + 1;
            response.setHeader("Retry-After", Long.toString(seconds));
            Refusal.TOO_MANY.write(
                    response,
                    "FFB-5212 Too many wrong passwords came for this account from this address: the next one is looked at in "
                            + seconds + " seconds.");
            return Optional.empty();
        }
        Optional<LoginAnswer> answer =
                given.map(credentials -> logins.check(credentials.user(), credentials.password(), ""));
        Optional<Login> found =
                answer.flatMap(LoginAnswer::groups).map(groups -> new Login(Claim.user(request), groups));
        if (found.isPresent()) {
            Claim.proven(request, "basic");
        } else if (answer.filter(LoginAnswer::isWithoutItsCode).isPresent()) {
            Claim.refused(request, "FFB-5285 password without second factor");
            Refusal.UNAUTHORIZED.write(response, WITHOUT_CODE.formatted(Claim.user(request)));
        } else {
            given.ifPresent(credentials -> Claim.refused(request, "FFB-5002 wrong login"));
            response.setHeader("WWW-Authenticate", "Basic realm=\"FATE Flow BPM\"");
            Refusal.UNAUTHORIZED.write(response, "FFB-5002 Log in with HTTP Basic: " + how);
        }
        return found;
    }

    private static Optional<Credentials> credentials(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return Optional.empty();
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(header.substring(BASIC.length()).trim());
            String pair = new String(decoded, StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0
                    ? Optional.empty()
                    : Optional.of(new Credentials(pair.substring(0, colon), pair.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private record Credentials(String user, String password) {}
}
