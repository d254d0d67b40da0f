package io.fateflow.webapp.security;

import java.net.URI;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Tells requests that a browser makes for a page of another site. Programs send neither header. */
final class CrossSite {

    private static final Set<String> OWN = Set.of("same-origin", "none");

    private CrossSite() {}

    static boolean isCrossSite(HttpServletRequest request) {
        String fetchSite = request.getHeader("Sec-Fetch-Site");
        if (fetchSite != null && !OWN.contains(fetchSite)) {
            return true;
        }
        String origin = request.getHeader("Origin");
        return origin != null && !isSame(origin, request.getHeader("Host"));
    }

    private static boolean isSame(String origin, @Nullable String host) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null && authority.equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
