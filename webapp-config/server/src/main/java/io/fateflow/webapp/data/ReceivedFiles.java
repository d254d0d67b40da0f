package io.fateflow.webapp.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.home.FateHome;

/**
 * Files that came with uploads. Each has a note beside it of the job that reads it; once that job has ended, both go. The
 * note is on disk, so a restarted server cleans up as well.
 */
@Component
public class ReceivedFiles {

    private static final Logger LOG = LoggerFactory.getLogger(ReceivedFiles.class);
    private static final Set<String> ENDED = Set.of("success", "failed", "canceled", "timeout");
    private static final Duration WITHOUT_JOB = Duration.ofHours(1);
    private static final String NOTE = ".job";

    private final Path directory;
    private final JobQueries jobs;
    private final Clock clock;

    ReceivedFiles(FateHome home, JobQueries jobs, Clock clock) {
        this.directory = home.uploads();
        this.jobs = jobs;
        this.clock = clock;
    }

    /** A fresh place for a file; nothing of the client's name for it is used. It goes after a while if no job reads it. */
    public Path place() throws IOException {
        Files.createDirectories(directory);
        return directory.resolve(UUID.randomUUID() + ".csv");
    }

    /** Notes which job reads a file. */
    void belongsTo(Path file, String jobId) throws IOException {
        Files.writeString(note(file), jobId);
    }

    /** Removes what no job needs any more. */
    void sweep() {
        try (Stream<Path> listed = Files.exists(directory) ? Files.list(directory) : Stream.empty()) {
            List<Path> files =
                    listed.filter(file -> !file.toString().endsWith(NOTE)).toList();
            for (Path file : files) {
                if (isDone(file)) {
                    Files.deleteIfExists(file);
                    Files.deleteIfExists(note(file));
                    LOG.debug("removed received file {}", file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isDone(Path file) throws IOException {
        String job = job(file);
        if (!job.isEmpty()) {
            return jobs.status(job).map(ENDED::contains).orElse(true);
        }
        Instant received = Files.getLastModifiedTime(file).toInstant();
        return received.plus(WITHOUT_JOB).isBefore(clock.instant()) && !isRead(file);
    }

    /** Empty without a note, and while another server of the same folder has begun one and not yet written it. */
    private static String job(Path file) throws IOException {
        Path note = note(file);
        return Files.exists(note) ? Files.readString(note) : "";
    }

    /** Whether a job reads a file whose note was never written, as its server died when the job was submitted. */
    private boolean isRead(Path file) throws IOException {
        Optional<String> job = jobs.ongoingWithConf(file.getFileName().toString());
        if (job.isPresent()) {
            belongsTo(file, job.get());
        }
        return job.isPresent();
    }

    private static Path note(Path file) {
        return file.resolveSibling(file.getFileName() + NOTE);
    }
}
