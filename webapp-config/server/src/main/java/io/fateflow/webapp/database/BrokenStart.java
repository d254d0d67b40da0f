package io.fateflow.webapp.database;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;

import io.fateflow.database.DatabaseError;

/** The database has answered at first, and then ended a connection in the midst of a start: one line says so. */
public final class BrokenStart extends AbstractFailureAnalyzer<SQLException> {

    /** Whether a start has failed for that alone, so that another one may succeed. */
    public static boolean is(Throwable failure) {
        return !hasBeenSaid(failure) && DatabaseError.isTransient(failure);
    }

    private static boolean hasBeenSaid(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartFailedException) {
                return true;
            }
        }
        return false;
    }

    /** For whoever has started the server: what was said of each try. */
    public static StartFailedException failed(Throwable failure) {
        return new StartFailedException(text(failure), failure);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
        return is(rootFailure) ? new FailureAnalysis(text(rootFailure), null, cause) : null;
    }

    private static String text(Throwable failure) {
        String reason = String.valueOf(
                NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
        return "FFB-5121 The database broke the start off: %s. It is begun three times in all; see to the database"
                .formatted(reason.lines().findFirst().orElse(""));
    }
}
