package io.fateflow.webapp.security;

/** Where browsers go to an issuer of log-ins, and where it sends them back to. */
public final class IssuerPaths {

    public static final String START = "/login/oidc";
    public static final String END = "/login/oidc/done";

    /** Behind a log-out there: nothing is done here any more. */
    public static final String OUT = "/login/oidc/out";

    private IssuerPaths() {}
}
