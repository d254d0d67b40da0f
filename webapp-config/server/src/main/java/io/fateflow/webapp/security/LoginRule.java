package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/** Asks for HTTP Basic login with an account that is in one of some groups, or with any account if there are none. */
final class LoginRule implements AccessRule {

    private static final String BASIC = "Basic ";

    private final Logins logins;
    private final Set<String> groups;

    LoginRule(Logins logins, Set<AccountGroup> groups) {
        this.logins = logins;
        this.groups = groups.stream().map(AccountGroup::id).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
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
        Optional<Set<String>> found =
                given.flatMap(credentials -> logins.groupsOf(credentials.user(), credentials.password()));
        if (found.isEmpty()) {
            given.ifPresent(credentials -> Claim.refused(request, "FFB-5002 wrong login"));
            response.setHeader("WWW-Authenticate", "Basic realm=\"FATE Flow BPM\"");
            String which = groups.isEmpty() ? "any account." : "an account in one of the groups " + groups + ".";
            Refusal.UNAUTHORIZED.write(response, "FFB-5002 Log in with HTTP Basic: " + which);
            return Optional.empty();
        }
        if (!groups.isEmpty() && Collections.disjoint(found.get(), groups)) {
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
