package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Other sites prove who they are further on, by signature or certificate. Here only web pages are kept out: those of
 * other sites, and on loopback those that have rebound a name.
 */
final class SiteGate implements Gate {

    private final HostNames hostNames;
    private final boolean onLoopback;

    SiteGate(HostNames hostNames, boolean onLoopback) {
        this.hostNames = hostNames;
        this.onLoopback = onLoopback;
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (CrossSite.isCrossSite(request)) {
            Refusal.FORBIDDEN.write(response, "FFB-5004 Web pages of other sites can't call this server.");
            return Optional.empty();
        }
        if (onLoopback && !hostNames.contains(request.getHeader("Host"))) {
            Refusal.FORBIDDEN.write(response, "FFB-5005 This server is not known by the host name of this request.");
            return Optional.empty();
        }
        return Optional.of(request);
    }
}
