package io.fateflow.webapp.logging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

import io.fateflow.database.DatabaseError;
import io.fateflow.engine.process.DeferredException;

/**
 * Folds warnings and errors that repeat themselves: a few of each in ten seconds, then the number of those left out. Lines
 * are the same with the same logger, text and values; of a database that is away each line is the same as the next, whatever
 * step it tells of, and so it is of steps whose turn comes later.
 */
final class RepeatedLines extends TurboFilter {

    private static final int SHOWN = 3;
    private static final long WINDOW_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int REMEMBERED = 500;

    private final LongSupplier nanos;
    private final Map<List<String>, Window> windows = new LinkedHashMap<>();

    private static final class Window {
        private final Logger logger;
        private final long begin;
        private int lines;

        Window(Logger logger, long begin) {
            this.logger = logger;
            this.begin = begin;
        }
    }

    RepeatedLines(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] values,
            @Nullable Throwable failure) {
        boolean isShown = level.isGreaterOrEqual(Level.WARN) && level.isGreaterOrEqual(logger.getEffectiveLevel());
        if (!isShown || format == null || format.startsWith(Folded.BEGINNING)) {
            return FilterReply.NEUTRAL;
        }
        List<Folded> folded = new ArrayList<>();
        boolean isOneMore = count(key(logger, level, format, values, failure), logger, folded);
        // outside the lock: what is written comes here again
        folded.forEach(Folded::write);
        return isOneMore ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    private synchronized boolean count(List<String> key, Logger logger, List<Folded> folded) {
        long now = nanos.getAsLong();
        windows.entrySet().removeIf(entry -> {
            boolean isOver = now - entry.getValue().begin > WINDOW_NANOS || windows.size() > REMEMBERED;
            if (isOver && entry.getValue().lines > SHOWN) {
                folded.add(new Folded(
                        entry.getValue().logger,
                        entry.getValue().lines - SHOWN,
                        entry.getKey().get(2)));
            }
            return isOver;
        });
        Window window = windows.computeIfAbsent(key, added -> new Window(logger, now));
        window.lines++;
        return window.lines > SHOWN;
    }

    private static List<String> key(
            Logger logger, Level level, String format, Object @Nullable [] values, @Nullable Throwable failure) {
        Throwable thrown = failure == null ? last(values) : failure;
        return List.of(
                logger.getName(), level.toString(), format, reason(thrown).orElseGet(() -> Arrays.toString(values)));
    }

    /** Of what happens to many steps at once. */
    private static Optional<String> reason(@Nullable Throwable thrown) {
        if (thrown instanceof DeferredException) {
            return Optional.of("its turn comes later");
        }
        return thrown != null && DatabaseError.isTransient(thrown)
                ? Optional.of("the database is away")
                : Optional.empty();
    }

    private static @Nullable Throwable last(Object @Nullable [] values) {
        return values != null && values.length > 0 && values[values.length - 1] instanceof Throwable thrown
                ? thrown
                : null;
    }

    /** How many lines were left out. */
    private record Folded(Logger logger, int lines, String format) {

        static final String BEGINNING = "{} more lines in ten seconds of: ";

        void write() {
            logger.warn(BEGINNING + "{}", lines, format);
        }
    }
}
