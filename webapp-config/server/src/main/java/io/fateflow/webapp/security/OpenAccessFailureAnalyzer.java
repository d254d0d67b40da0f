package io.fateflow.webapp.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to do it right, instead of a stack trace. */
public final class OpenAccessFailureAnalyzer extends AbstractFailureAnalyzer<OpenAccessException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, OpenAccessException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
