package io.fateflow.federation.auth;

/** Signs what this site sends. */
@FunctionalInterface
public interface SiteSigner {

    /** Without site authentication nothing is signed. */
    SiteSigner NONE = body -> "";

    /**
     * Signs a body.
     *
     * @return base64; empty if calls are not signed
     */
    String sign(String body);
}
