package io.fateflow.worker.executor.log;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

import io.fateflow.worker.api.LogFiles;

/**
 * Chosen by the system property {@code slf4j.provider}, not as a service: the server, which has this class on its class
 * path, must not find it.
 */
public final class FateLogProvider implements SLF4JServiceProvider {

    /** System property: the log directories, parted like a class path. */
    public static final String DIRECTORIES = "fateflow.log.directories";

    /** Environment variable, as in FATE: the least level that is written. */
    private static final String LEVEL = "FATE_LOG_LEVEL";

    /** Libraries that say at every step what they do. */
    private static final List<String> TALKATIVE =
            List.of("org.apache.arrow.", "org.apache.spark.", "org.apache.hadoop.", "org.sparkproject.");

    private final ILoggerFactory loggers;
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter mdc = new NOPMDCAdapter();

    public FateLogProvider() {
        Level threshold = level(System.getenv().getOrDefault(LEVEL, "INFO"));
        this.loggers = name -> new FileLogger(name, FateLogProvider::files, isTalkative(name) ? Level.WARN : threshold);
    }

    private static boolean isTalkative(String logger) {
        return TALKATIVE.stream().anyMatch(logger::startsWith);
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // all is done in the constructor
    }

    /** Asked for with each line: an executor that was started ahead learns only later where they are. */
    private static LogFiles files() {
        return new LogFiles(directories());
    }

    private static List<Path> directories() {
        return Arrays.stream(System.getProperty(DIRECTORIES, "").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of)
                .toList();
    }

    private static Level level(String name) {
        return switch (name) {
            case "DEBUG" -> Level.DEBUG;
            case "WARNING", "WARN" -> Level.WARN;
            case "ERROR" -> Level.ERROR;
            default -> Level.INFO;
        };
    }
}
