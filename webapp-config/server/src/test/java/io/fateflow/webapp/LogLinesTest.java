package io.fateflow.webapp;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;

/** What users and executors write can't look like a line of the log's own. */
@ServerTest
class LogLinesTest {

    private static final String FORGED = "2026-01-01 00:00:00.000 INFO  [main] FORGED";

    @Autowired
    private Environment environment;

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", "\n\n", "\u2028", "\u0085"})
    void aLineBreakOfAnotherIsIndented(String lineBreak) {
        Exception failure = new IllegalStateException("why" + lineBreak + FORGED);
        for (String kind : new String[] {"console", "file"}) {
            String pattern = String.valueOf(environment.getProperty("logging.pattern." + kind));

            String text = format(pattern, "text" + lineBreak + FORGED, failure);

            assertThat(text.split("[\r\n\u0085\u2028\u2029]"))
                    .as(kind)
                    .anyMatch(line -> line.contains(FORGED))
                    .noneMatch(line -> line.startsWith(FORGED))
                    .anyMatch(line -> line.contains("at " + LogLinesTest.class.getName()));
        }
    }

    private static String format(String pattern, String message, Exception failure) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        PatternLayout layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern(pattern);
        layout.start();
        return layout.doLayout(new LoggingEvent("", context.getLogger("a.Logger"), Level.INFO, message, failure, null));
    }
}
