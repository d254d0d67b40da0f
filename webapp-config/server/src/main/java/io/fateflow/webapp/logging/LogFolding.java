package io.fateflow.webapp.logging;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Folds repeated lines of the log as long as the server runs. */
@Component
final class LogFolding implements DisposableBean {

    private final RepeatedLines filter = new RepeatedLines(System::nanoTime);

    LogFolding() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.addTurboFilter(filter);
        }
    }

    @Override
    public void destroy() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getTurboFilterList().remove(filter);
        }
    }
}
