package io.fateflow.webapp.security;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * FATE's clients send no login, so on loopback anybody on this machine may call. A web page shown to somebody on this
 * machine may not: it would come with a foreign {@code Origin}, or, after DNS rebinding, with a foreign {@code Host}.
 */
final class FateClientGate implements Gate {

    private final HostNames hostNames;
    private final Optional<ClientSignature> signature;

    FateClientGate(HostNames hostNames, Optional<ClientSignature> signature) {
        this.hostNames = hostNames;
        this.signature = signature;
    }

    @Override
    public Optional<HttpServletRequest> admit(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (CrossSite.isCrossSite(request)) {
            Claim.refused(request, "FFB-5004 from a page of another site");
            Refusal.FORBIDDEN.write(response, "FFB-5004 Web pages of other sites can't call this server.");
            return Optional.empty();
        }
        if (signature.isPresent()) {
            return signature.get().admit(request, response);
        }
        if (!hostNames.contains(request.getHeader("Host"))) {
            Claim.refused(request, "FFB-5005 unknown host name");
            Refusal.FORBIDDEN.write(
                    response,
                    "FFB-5005 This server is not known by the host name of this request. If the name is right, add it"
                            + " to fate.access.host-names.");
            return Optional.empty();
        }
        return Optional.of(request);
    }
}
