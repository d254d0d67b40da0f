package io.fateflow.webapp;

import java.util.Optional;
import java.util.function.IntConsumer;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/**
 * A server without memory ends, so that whoever supervises it starts another: after this error any thread may have left
 * things half done. Whoever catches the error logs it, so the log is where it is found; what nobody catches ends its thread.
 */
final class OutOfMemory extends AppenderBase<ILoggingEvent> implements Thread.UncaughtExceptionHandler {

    /** As of {@code -XX:+ExitOnOutOfMemoryError}. */
    static final int EXIT_CODE = 3;

    /** Made while there is memory. */
    private static final String WORDS =
            "FFB-6341 This server is out of memory and ends now; executors go on. Give it a larger heap, java -Xmx.";

    private static final int DEEPEST = 50;

    private final IntConsumer end;

    OutOfMemory(IntConsumer end) {
        this.end = end;
    }

    /** From now on this process ends without memory. To be called when the log has been set up. */
    static void endsTheProcess() {
        OutOfMemory watch = new OutOfMemory(Runtime.getRuntime()::halt);
        Thread.setDefaultUncaughtExceptionHandler(watch);
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logs) {
            watch.setContext(logs);
            watch.setName("out-of-memory");
            watch.start();
            logs.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(watch);
        }
    }

    @Override
    protected void append(ILoggingEvent event) {
        look(thrown(event.getThrowableProxy()));
    }

    private static Optional<Throwable> thrown(IThrowableProxy proxy) {
        return proxy instanceof ThrowableProxy known ? Optional.of(known.getThrowable()) : Optional.empty();
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        look(Optional.of(failure));
        LoggerFactory.getLogger(OutOfMemory.class).error("thread {} has ended", thread.getName(), failure);
    }

    private void look(Optional<Throwable> thrown) {
        Throwable cause = thrown.orElse(null);
        for (int i = 0; cause != null && i < DEEPEST; i++) {
            if (cause instanceof OutOfMemoryError) {
                System.err.println(WORDS);
                end.accept(EXIT_CODE);
                return;
            }
            cause = cause.getCause();
        }
    }
}
