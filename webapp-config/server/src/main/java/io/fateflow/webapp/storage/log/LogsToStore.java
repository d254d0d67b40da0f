package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.housekeeping.LoggingJobs;
import io.fateflow.engine.housekeeping.LoggingJobs.Loggers;
import io.fateflow.engine.housekeeping.LoggingJobs.Place;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.home.FateHome;

/**
 * Moves logs from this disk to the store when nobody writes them any more: a component's, when its attempts have ended, those that a party's
 * components have together, when the job has. What is to be moved the disk says, so that nothing is forgotten. Whoever ends waits for none of it.
 */
final class LogsToStore implements WaitingLogs {

    private static final Logger LOG = LoggerFactory.getLogger(LogsToStore.class);

    /** All jobs of the disk are looked at again: of what a database that was restored has forgotten, too. */
    private static final Duration BETWEEN_LOOKS_AT_ALL = Duration.ofHours(1);

    /** The rows of an attempt have the time at which their transaction was under way. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(1);

    private static final Duration LONGEST_AT_ONCE = Duration.ofMinutes(1);
    private static final int STEPS_OF_COMPONENT = 4;

    private final FateHome home;
    private final FolderLogs logs;
    private final MovingFile moving;
    private final LoggingJobs jobs;
    private final Clock clock;
    private final Duration rest;
    private final TreeSet<String> watched = new TreeSet<>();
    private long lookedAtAll = Long.MIN_VALUE;
    private long lookedAtNew = Long.MIN_VALUE;
    private volatile int files;
    private volatile Optional<Why> why = Optional.empty();

    /**
     * Moves nothing by itself.
     *
     * @param clock the site's
     * @param rest how long nobody must have written
     */
    LogsToStore(
            FateHome home,
            FolderLogs logs,
            ObjectStore objects,
            AtRest atRest,
            LoggingJobs jobs,
            Clock clock,
            Duration rest) {
        this.home = home;
        this.logs = logs;
        this.moving = new MovingFile(objects, atRest, home.home().resolve("tmp"));
        this.jobs = jobs;
        this.clock = clock;
        this.rest = rest;
    }

    @Override
    public int files() {
        return files;
    }

    @Override
    public Optional<Why> why() {
        return why;
    }

    /** Moves what there is, for a while; one server does so of those that share a home. */
    synchronized void move() throws IOException {
        try (FileChannel file = FileChannel.open(home.logsLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            if (lock != null) {
                moveAlone();
            }
        } catch (OverlappingFileLockException anotherOfThisProcess) {
            LOG.debug("another server of this process moves the logs of {}", home.home());
        }
    }

    private void moveAlone() throws IOException {
        long now = clock.millis();
        remember(now);
        Move move = new Move(Instant.now(), now - rest.toMillis());
        for (String job : List.copyOf(watched)) {
            if (move.isDoneWith(job)) {
                watched.remove(job);
            }
        }
        Optional<Why> before = why;
        files = move.left;
        why = move.trouble.map(what -> new Why(move.left, what));
        if (move.trouble.isPresent() && before.isEmpty()) {
            LOG.warn("Logs stay on this disk: {}", move.trouble.get());
        } else if (move.trouble.isEmpty() && before.isPresent()) {
            LOG.info("Logs go to the store again");
        }
    }

    private void remember(long now) throws IOException {
        if (now - BETWEEN_LOOKS_AT_ALL.toMillis() >= lookedAtAll) {
            watched.addAll(logs.jobs());
            lookedAtAll = now;
            lookedAtNew = now;
        }
        jobs.since(lookedAtNew - LONGEST_TRANSACTION.toMillis()).stream()
                .filter(FolderLogs::isJob)
                .forEach(watched::add);
        lookedAtNew = now;
    }

    /** One time that all is looked at. */
    private final class Move {

        private final Instant begin;
        private final long endedBefore;
        private int left;
        private boolean isStoreAway;
        private Optional<String> trouble = Optional.empty();

        /**
         * Begins.
         *
         * @param begin of this machine, as its files have it
         * @param endedBefore of the site, as its rows have it
         */
        Move(Instant begin, long endedBefore) {
            this.begin = begin;
            this.endedBefore = endedBefore;
        }

        /** Whether nothing of the job is here, and nobody writes anything. */
        boolean isDoneWith(String job) throws IOException {
            boolean isDone = true;
            for (FilePart part : logs.parts(LogFolder.of(job))) {
                String log = job + "/" + part.name();
                if (part.size() > 0 && StoredPart.canBe(log)) {
                    isDone &= isEnded(part, job, log) && isMoved(part, log);
                }
            }
            return isDone && jobs.of(job, endedBefore).isNobody();
        }

        /** Asked for each file, just before it is moved: who begins to write it a moment later makes a new one. */
        private boolean isEnded(FilePart part, String job, String log) {
            if (!part.isGrowing()) {
                return true;
            }
            if (part.modified() >= begin.minus(rest).toEpochMilli()) {
                return false;
            }
            Loggers loggers = jobs.of(job, endedBefore);
            List<String> steps = List.of(log.split("/"));
            return steps.size() > STEPS_OF_COMPONENT
                    ? !loggers.components().contains(new Place(steps.get(1), steps.get(2), steps.get(3)))
                    : loggers.isNobody();
        }

        private boolean isMoved(FilePart part, String log) {
            if (isStoreAway || Instant.now().isAfter(begin.plus(LONGEST_AT_ONCE))) {
                left++;
                return false;
            }
            try {
                move(part, log);
                return true;
            } catch (NoSuchFileException removedMeanwhile) {
                return true;
            } catch (IOException e) {
                isStoreAway = e instanceof ObjectStoreException;
                trouble = Optional.of(String.valueOf(e.getMessage()));
                left++;
                return false;
            }
        }

        private void move(FilePart part, String log) throws IOException {
            if (part.isGrowing()) {
                String ordinal = FilePart.newOrdinal(clock.millis());
                Path file = Files.move(part.file(), part.asMoving(ordinal), StandardCopyOption.ATOMIC_MOVE);
                moving.move(log, ordinal, file);
            } else {
                moving.move(log, part.ordinal(), part.file());
            }
        }
    }
}
