package io.fateflow.webapp.security;

/** The server was told to listen beyond loopback without client authentication. */
public final class OpenAccessException extends RuntimeException {

    private static final String CLIENTS = """
            Either leave server.address at 127.0.0.1, or switch client authentication on:

                FATE_AUTHENTICATION_CLIENT_SWITCH=true
                FATE_AUTHENTICATION_CLIENT_HTTP_APP_KEY=<a name>
                FATE_AUTHENTICATION_CLIENT_HTTP_SECRET_KEY=<a long random text, such as of: openssl rand -hex 32>

            and give every client the same pair: flow init --ip HOST --port 9380 --app-key <name> --secret-key <text>
            Or have accounts do what their roles allow: FATE_ACCESS_ROLES=true (docs/operating.md).
            Passwords of Cockpit and engine REST also need TLS then: server.ssl.*, or a proxy in front.""";
    private static final String SITES = """
            Have sites sign their calls (fate.authentication.site.switch, private-key and public-keys), or show
            certificates (server.ssl.client-auth=need, fate.federation.grpc.tls.trusted, and the fingerprints of each
            party's under fate.federation.routes.<party>.certificates). In a network where every machine may speak for
            every party, set fate.federation.trust-network=true.""";

    private final String remedy;

    private OpenAccessException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    /** @param setting where the server listens beyond loopback */
    static OpenAccessException toSites(String setting) {
        return new OpenAccessException(
                "FFB-5007 Other machines would reach this site at its " + setting
                        + ", and any of them could speak for any party: calls between sites are neither signed nor do"
                        + " they need a certificate.",
                SITES);
    }

    String remedy() {
        return remedy;
    }

    OpenAccessException(String address) {
        this(
                "FFB-5006 The server would listen on " + address
                        + " (server.address), where other machines reach it, but"
                        + " the FATE Flow API lets everybody in: fate.authentication.client is not configured.",
                CLIENTS);
    }
}
