package io.fateflow.webapp.database;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/**
 * What is said of a server that does not start: of its database one line. Spring's own report is switched off in
 * application.yaml, since there can be only one.
 */
public final class StartFailure extends AbstractFailureAnalyzer<StartFailedException>
        implements FailureAnalysisReporter {

    private static final Logger LOG = LoggerFactory.getLogger(StartFailure.class);

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartFailedException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
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
