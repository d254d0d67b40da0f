package io.fateflow.worker.executor.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

import io.fateflow.worker.api.LogFiles;

/** A logger that writes FATE's line format; errors also go to the standard log. */
final class FileLogger extends LegacyAbstractLogger {

    private static final Pattern BREAKS = Pattern.compile("[\\r\\n\\u0085\\u2028\\u2029]+");

    private final transient Supplier<LogFiles> files;
    private final Level threshold;

    FileLogger(String name, Supplier<LogFiles> files, Level threshold) {
        this.name = name;
        this.files = files;
        this.threshold = threshold;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable error) {
        // what data says must not look like a line of its own
        String message = BREAKS.matcher(String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments)))
                .replaceAll("\n    ");
        String time = DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS));
        String line =
                "[" + level + "] [" + time + "] [" + ProcessHandle.current().pid() + "] - " + name + ": " + message
                        + System.lineSeparator() + trace(error);
        files.get().write(level, line);
        if (level == Level.ERROR) {
            System.err.print(line);
        }
    }

    @Override
    public boolean isTraceEnabled() {
        return enabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return enabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return enabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return enabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    private boolean enabled(Level level) {
        return level.toInt() >= threshold.toInt();
    }

    private static String trace(@Nullable Throwable error) {
        if (error == null) {
            return "";
        }
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
