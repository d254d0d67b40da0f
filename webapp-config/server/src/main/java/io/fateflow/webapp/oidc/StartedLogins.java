package io.fateflow.webapp.oidc;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

import io.fateflow.webapp.security.IssuerPaths;

/**
 * Log-ins that browsers have taken to the issuer and not brought back: each comes back once, to the browser that it was begun in, within ten
 * minutes. In memory, and bounded: it is not known yet who it is.
 */
final class StartedLogins {

    private static final String COOKIE = "FATE_LOGIN";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int MOST = 10_000;
    private static final int KEY = 32;

    private final SecureRandom random = new SecureRandom();
    private final Clock clock;
    private final Map<String, Started> started = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Started> eldest) {
            return size() > MOST;
        }
    };

    StartedLogins(Clock clock) {
        this.clock = clock;
    }

    private record Started(OAuth2AuthorizationRequest request, long until) {}

    void add(OAuth2AuthorizationRequest begun, HttpServletRequest request, HttpServletResponse response) {
        byte[] bytes = new byte[KEY];
        random.nextBytes(bytes);
        String key = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        synchronized (started) {
            started.put(key, new Started(begun, clock.millis() + LONGEST.toMillis()));
        }
        cookie(response, request.isSecure(), key, LONGEST);
    }

    /** The one that this browser has begun with this state; nobody gets it again. */
    Optional<OAuth2AuthorizationRequest> take(String state, HttpServletRequest request, HttpServletResponse response) {
        Optional<Started> begun = Stream.ofNullable(request.getCookies())
                .flatMap(Arrays::stream)
                .filter(cookie -> cookie.getName().equals(COOKIE))
                .map(Cookie::getValue)
                .findFirst()
                .map(this::remove);
        cookie(response, request.isSecure(), "", Duration.ZERO);
        return begun.filter(one -> one.until() > clock.millis())
                .map(Started::request)
                .filter(one -> state.equals(one.getState()));
    }

    private @Nullable Started remove(String key) {
        synchronized (started) {
            return started.remove(key);
        }
    }

    private static void cookie(HttpServletResponse response, boolean secure, String value, Duration age) {
        response.addHeader(
                HttpHeaders.SET_COOKIE,
                ResponseCookie.from(COOKIE, value)
                        .path(IssuerPaths.START)
                        .httpOnly(true)
                        .secure(secure)
                        .sameSite("Lax")
                        .maxAge(age)
                        .build()
                        .toString());
    }
}
