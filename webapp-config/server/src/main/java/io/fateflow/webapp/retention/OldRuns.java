package io.fateflow.webapp.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

import io.fateflow.engine.housekeeping.FileRetention;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.storage.log.SiteLogs;

/**
 * Removes run directories and logs of jobs that ended long ago. Of run directories only what lies directly in theirs, has the
 * name of a job, is a directory and no link, is looked at: whatever else an operator keeps there stays.
 */
final class OldRuns implements FileRetention {

    private static final Pattern JOB_ID = Pattern.compile("\\d{10,25}");

    private final FateHome home;
    private final SiteLogs logs;
    private final OldJobs jobs;

    OldRuns(FateHome home, SiteLogs logs, OldJobs jobs) {
        this.home = home;
        this.logs = logs;
        this.jobs = jobs;
    }

    @Override
    public int tidy(Retention retention, long now) throws IOException {
        long before = now - retention.runs().toMillis();
        return removeRuns(before) + logs.remove(before, job -> jobs.restedSince(job, before));
    }

    private int removeRuns(long before) throws IOException {
        int removed = 0;
        for (Path job : jobsIn(home.jobs())) {
            // a job that is written by now may not be committed yet: its directory is young
            if (Files.getLastModifiedTime(job).toMillis() < before
                    && jobs.restedSince(job.getFileName().toString(), before)
                    && FileSystemUtils.deleteRecursively(job)) {
                removed++;
            }
        }
        return removed;
    }

    private static List<Path> jobsIn(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> listed = Files.list(directory)) {
            return listed.filter(path ->
                            JOB_ID.matcher(path.getFileName().toString()).matches())
                    .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
