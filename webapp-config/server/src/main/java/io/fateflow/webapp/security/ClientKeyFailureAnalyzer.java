package io.fateflow.webapp.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which key it is, instead of a stack trace. */
public final class ClientKeyFailureAnalyzer extends AbstractFailureAnalyzer<ClientKeyException> {

    private static final String REMEDY = """
            A key of an account has a name, an account of /camunda/app/admin, and one of secret and secret-file:

                fate:
                  access:
                    keys:
                      - {app-key: <a name>, account: <an account>, secret-file: /run/secrets/<a file>}""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ClientKeyException cause) {
        return new FailureAnalysis(cause.getMessage(), REMEDY, cause);
    }
}
