package io.fateflow.webapp.security;

import java.util.Optional;
import java.util.function.Predicate;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Keeps web pages out that somebody on this network looks at, on every path alike: those of other sites, which a browser
 * marks with {@code Origin}, and those that have rebound their own name to this server's address, which come with a foreign
 * {@code Host}.
 */
final class WebPages {

    private final HostNames names;
    private final boolean namesAreKnown;
    private final boolean clientsSign;
    private final Predicate<String> sites;

    /**
     * Makes the rules.
     *
     * @param namesAreKnown whether {@code names} are all: on loopback, or since an operator has listed them
     * @param clientsSign whether the signature of FATE's clients is checked further on
     * @param sites paths that other sites call by whatever name they have for this one; none where only loopback is served
     */
    WebPages(HostNames names, boolean namesAreKnown, boolean clientsSign, Predicate<String> sites) {
        this.names = names;
        this.namesAreKnown = namesAreKnown;
        this.clientsSign = clientsSign;
        this.sites = sites;
    }

    /**
     * A request that must not be served.
     *
     * @param why for the audit log
     * @param message for whoever sent it
     */
    record Refused(String why, String message) {}

    /** Why a request must not be served, whoever sends it; empty if it may come from a program or a page of our own. */
    Optional<Refused> refusal(HttpServletRequest request, String path) {
        if (CrossSite.isCrossSite(request) && !isBroughtBack(request, path)) {
            return Optional.of(new Refused(
                    "FFB-5004 from a page of another site",
                    "FFB-5004 Web pages of other sites can't call this server."));
        }
        boolean unknown = namesAreKnown && needsName(request, path) && !names.contains(request.getHeader("Host"));
        return unknown
                ? Optional.of(new Refused(
                        "FFB-5005 unknown host name",
                        "FFB-5005 This server is not known by the host name of this request. If the name is right, add it"
                                + " to fate.access.host-names."))
                : Optional.empty();
    }

    /** An issuer of log-ins sends browsers back here; whether this one was sent there to log in, is looked at further on. */
    private static boolean isBroughtBack(HttpServletRequest request, String path) {
        return (path.equals(IssuerPaths.END) || path.equals(IssuerPaths.OUT))
                && request.getMethod().equals("GET");
    }

    /** No page can sign as FATE's clients do, nor does a browser hold the certificate or the key of a site. */
    private boolean needsName(HttpServletRequest request, String path) {
        boolean signed = clientsSign && path.startsWith("/v1/") && request.getHeader("SIGNATURE") != null;
        return !signed && !sites.test(path);
    }
}
