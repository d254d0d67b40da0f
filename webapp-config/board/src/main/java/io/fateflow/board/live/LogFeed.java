package io.fateflow.board.live;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells who follows a log that it has grown: the operating system says so, nobody looks at files in between. */
@Component
public final class LogFeed {

    private static final Logger LOG = LoggerFactory.getLogger(LogFeed.class);
    private static final long GATHER_MILLIS = 200;

    private final WatchService changes;
    private final Map<Path, WatchKey> keys = new ConcurrentHashMap<>();
    private final Map<Path, Set<Runnable>> followers = new ConcurrentHashMap<>();

    LogFeed() throws IOException {
        this.changes = FileSystems.getDefault().newWatchService();
        Thread thread = new Thread(this::listen, "board-logs");
        thread.setDaemon(true);
        thread.start();
    }

    /** Has somebody told when a file of a directory changes. */
    public synchronized void add(Path directory, Runnable follower) throws IOException {
        if (!keys.containsKey(directory)) {
            keys.put(
                    directory,
                    directory.register(
                            changes, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY));
        }
        followers
                .computeIfAbsent(directory, missing -> ConcurrentHashMap.newKeySet())
                .add(follower);
    }

    /** The last who goes lets the operating system forget the directory. */
    public synchronized void remove(Path directory, Runnable follower) {
        Set<Runnable> left = followers.getOrDefault(directory, ConcurrentHashMap.newKeySet());
        if (left.remove(follower) && left.isEmpty()) {
            followers.remove(directory);
            WatchKey key = keys.remove(directory);
            if (key != null) {
                key.cancel();
            }
        }
    }

    private void listen() {
        try {
            while (true) {
                WatchKey key = changes.take();
                // an executor writes line by line: what comes at once is told once
                TimeUnit.MILLISECONDS.sleep(GATHER_MILLIS);
                key.pollEvents();
                if (key.watchable() instanceof Path directory) {
                    followers.getOrDefault(directory, Set.of()).forEach(LogFeed::tell);
                }
                key.reset();
            }
        } catch (InterruptedException | ClosedWatchServiceException closing) {
            LOG.debug("logs are not followed any more");
        }
    }

    /** Whoever can't be told holds up nobody else. */
    private static void tell(Runnable follower) {
        try {
            follower.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("a page that shows a log can't be told", e);
        }
    }

    @PreDestroy
    void close() throws IOException {
        changes.close();
    }
}
