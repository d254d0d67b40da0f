package io.fateflow.webapp.oidc;

import java.util.stream.Collectors;

import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.jwt.JwtValidationException;

/** Says which rule a token breaks, in words that have nothing of the token. */
final class WhyNot {

    private WhyNot() {}

    static String of(JwtValidationException failure) {
        String all = failure.getErrors().stream()
                .map(OAuth2Error::getDescription)
                .map(WhyNot::words)
                .distinct()
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "it breaks a rule" : all;
    }

    private static String words(String description) {
        if (description.contains("expired") || description.contains("exp ")) {
            return "it has expired, or says no end";
        }
        if (description.contains("used before")) {
            return "it is not valid yet";
        }
        if (description.contains("aud")) {
            return "it is not for this server's audience";
        }
        return description.contains("iss") ? "it is of another issuer" : "it is of another kind";
    }
}
