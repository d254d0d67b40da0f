package io.fateflow.webapp.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to do it right, instead of a stack trace. */
public final class OpenDoorAnalyzer extends AbstractFailureAnalyzer<OpenDoorException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, OpenDoorException cause) {
        return new FailureAnalysis(cause.getMessage(), """
                Either leave server.address at 127.0.0.1, or switch client authentication on:

                    FATE_AUTHENTICATION_CLIENT_SWITCH=true
                    FATE_AUTHENTICATION_CLIENT_HTTP_APP_KEY=<a name>
                    FATE_AUTHENTICATION_CLIENT_HTTP_SECRET_KEY=<a long random text, such as of: openssl rand -hex 32>

                and give every client the same pair: flow init --ip HOST --port 9380 --app-key <name> --secret-key <text>
                Passwords of Cockpit and engine REST also need TLS then: server.ssl.*, or a proxy in front.""", cause);
    }
}
