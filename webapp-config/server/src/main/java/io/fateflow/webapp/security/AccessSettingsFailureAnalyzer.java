package io.fateflow.webapp.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to write instead, and no stack trace. */
public final class AccessSettingsFailureAnalyzer extends AbstractFailureAnalyzer<AccessSettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, AccessSettingsException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
