package io.fateflow.webapp;

import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeansException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationContextException;

import io.fateflow.webapp.database.StartFailedException;

/**
 * What is said of a server that does not start. An error with an id is all that is said, whatever part has thrown it: which
 * other parts needed that one helps nobody who starts a server. Spring's own report is switched off, since there can be only
 * one.
 */
public final class StartFailure implements FailureAnalyzer, FailureAnalysisReporter {

    private static final Logger LOG = LoggerFactory.getLogger(StartFailure.class);
    private static final Pattern WITH_ID = Pattern.compile("FFB-\\d{4} .*", Pattern.DOTALL);
    private static final String REPORT_OF_SPRING =
            "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    /** All who report are made before the first of them does; what application.yaml says of logs may not have been read by then. */
    public StartFailure() {
        LoggingSystem.get(StartFailure.class.getClassLoader()).setLogLevel(REPORT_OF_SPRING, LogLevel.OFF);
    }

    /** For whoever has called: the reason alone, in words of ours where there are some. */
    static StartFailedException of(Throwable failure) {
        return new StartFailedException(
                known(failure).orElseGet(() -> FateFlowBpm.reason(behindParts(failure))), failure);
    }

    private static Optional<String> known(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null
                    && WITH_ID.matcher(cause.getMessage()).matches()) {
                return Optional.of(cause.getMessage());
            }
        }
        return Optional.empty();
    }

    /** What is behind the last that only says which part needed which. */
    private static Throwable behindParts(Throwable failure) {
        Throwable reason = failure;
        for (Throwable cause = failure; cause.getCause() != null; cause = cause.getCause()) {
            if (cause instanceof BeansException || cause instanceof ApplicationContextException) {
                reason = cause.getCause();
            }
        }
        return reason;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return known(failure)
                .map(reason -> new FailureAnalysis(reason, null, failure))
                .orElse(null);
    }

    @Override
    public void report(FailureAnalysis analysis) {
        if (analysis.getAction() == null) {
            LOG.error("{}", analysis.getDescription());
        } else {
            LOG.error("The server does not start:\n\n{}\n\n{}\n", analysis.getDescription(), analysis.getAction());
        }
    }
}
