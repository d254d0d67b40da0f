package io.fateflow.tools.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.util.FileSystemUtils;

import io.fateflow.webapp.Server;

/** A server of a bench's own, in a home that goes with it. */
final class BenchServer implements AutoCloseable {

    static final String PASSWORD = "only-for-this-bench";

    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Path home;
    private final Server server;

    private BenchServer(Path home, Server server) {
        this.home = home;
        this.server = server;
        // of a bench that is stopped: after the server has ended
        SpringApplication.getShutdownHandlers().add(() -> delete(home));
    }

    /**
     * @param jdbcUrl its database, or null for a file in its home
     * @param more settings besides those that every bench has
     */
    static BenchServer start(@Nullable String jdbcUrl, Map<String, Object> more) throws IOException {
        Path home = Files.createTempDirectory("fate-flow-bench");
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fate.home", home);
        settings.put("server.port", 0);
        settings.put("fate.admin.password", PASSWORD);
        settings.put("logging.threshold.console", "warn");
        if (jdbcUrl != null) {
            settings.put("spring.datasource.url", jdbcUrl);
        }
        settings.putAll(more);
        try {
            return new BenchServer(home, Server.startApart(settings, BenchConfiguration.class));
        } catch (RuntimeException e) {
            delete(home);
            throw e;
        }
    }

    /** Settings for executors that do nothing, quickly. */
    static Map<String, String> idleExecutors(int most) {
        return Map.of(
                "fate.worker.max-executors",
                Integer.toString(most),
                "fate.worker.commands[*].command",
                "true",
                "fate.worker.commands[*].pass-arguments",
                "false");
    }

    <T> T part(Class<T> type) {
        return server.part(type);
    }

    Path home() {
        return home;
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        delete(home);
    }

    /** Executors that were under way when a bench is stopped write their last for a moment, and are waited for. */
    private static void delete(Path home) {
        Instant patience = Instant.now().plus(LAST_WORDS);
        try {
            BenchWait.until(() -> isDeleted(home, patience));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isDeleted(Path home, Instant patience) throws IOException {
        try {
            FileSystemUtils.deleteRecursively(home);
            return true;
        } catch (DirectoryNotEmptyException e) {
            if (Instant.now().isAfter(patience)) {
                throw e;
            }
            return false;
        }
    }
}
