package io.fateflow.webapp.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.fateflow.dsl.ComponentNames;
import io.fateflow.engine.executor.ExecutorSurroundings.ExecutorLogs;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.job.JobId;
import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.ReportRefusedException;

/**
 * Logs of executors on machines that share no folder with this server, kept where those of others are: lines of a component stand in
 * its own files and in its party's. How far each file was brought is remembered until the server ends; after that its worker is
 * believed.
 */
public final class BroughtLogs implements ExecutorLogs {

    private static final int MOST_REMEMBERED = 10_000;
    private static final Set<OpenOption> APPENDING =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private final FateHome home;
    private final Map<String, Long> received = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    public BroughtLogs(FateHome home) {
        this.home = home;
    }

    /** One after the other: lines stay whole, and a part that comes twice at once is added once. */
    @Override
    public synchronized long add(TaskRow attempt, LogPart part) {
        byte[] bytes = checked(part);
        String file = part.run() + ' ' + part.file();
        long there = received.getOrDefault(file, part.offset());
        if (part.offset() > there || part.offset() + bytes.length <= there) {
            return there;
        }
        int skipped = (int) (there - part.offset());
        byte[] news = Arrays.copyOfRange(bytes, skipped, bytes.length);
        try {
            write(folder(attempt), part.file(), news);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write " + part.file() + " of " + attempt.key().businessKey(), e);
        }
        received.put(file, there + news.length);
        return there + news.length;
    }

    private static byte[] checked(LogPart part) {
        boolean isLog = LogFiles.names().contains(part.file()) || part.file().equals(LogPart.standard(part.run()));
        if (part.run().matches("[0-9a-f]{32}") && isLog && part.offset() >= 0) {
            byte[] bytes = decoded(part);
            if (bytes.length <= LogPart.LONGEST) {
                return bytes;
            }
        }
        throw new ReportRefusedException("FFB-5245 this is no part of an executor's log, or it is longer than "
                + LogPart.LONGEST + " bytes: file, run, offset or length");
    }

    private static byte[] decoded(LogPart part) {
        try {
            return part.bytes();
        } catch (IllegalArgumentException e) {
            throw new ReportRefusedException("FFB-5245 the part of a log is no Base64", e);
        }
    }

    /** The names are those of a job that this site has accepted; that each is a plain one is seen once more. */
    private Path folder(TaskRow attempt) {
        String job = JobId.parse(attempt.jobId()).orElseThrow();
        if (!ComponentNames.isLegal(attempt.componentName())) {
            throw new IllegalStateException("no name of a component: " + attempt.componentName());
        }
        return home.logs()
                .resolve(job)
                .resolve(attempt.key().role())
                .resolve(attempt.key().partyId())
                .resolve(attempt.componentName());
    }

    private static void write(Path folder, String name, byte[] bytes) throws IOException {
        Files.createDirectories(folder);
        append(folder.resolve(name), bytes);
        if (LogFiles.names().contains(name)) {
            append(folder.resolveSibling(name), bytes);
        }
    }

    /** One write, so that lines of others stand between these and not in them. */
    private static void append(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes, APPENDING.toArray(OpenOption[]::new));
    }
}
