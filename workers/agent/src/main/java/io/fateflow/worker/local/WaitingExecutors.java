package io.fateflow.worker.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.launch.Directories;
import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.process.ProcessMarks;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.AheadPlan;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.ReadyExecutors;

/**
 * JVMs that have loaded what components need, and wait. An attempt that gets one begins in a tenth of the time or less. They come when
 * attempts come and the machine has a core and memory to spare, and go when no attempt has come for a while.
 */
final class WaitingExecutors implements ReadyExecutors {

    /** Nobody submits jobs at night: the memory is somebody else's then. */
    static final Duration WITHOUT_ATTEMPTS = Duration.ofMinutes(10);

    /** Whoever is not ready by then never will be. */
    static final Duration GETTING_READY = Duration.ofMinutes(2);

    /** In a directory of another boot, or another machine, nobody waits that long. */
    private static final Duration FORGOTTEN = Duration.ofDays(1);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** An executor that waits reads nothing from its environment; programs do, and are never run by one of these. */
    private static final String JOB = "FATE_JOB_ID";

    private static final String LOG = "std.log";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Logger log = LoggerFactory.getLogger(WaitingExecutors.class);

    private final AheadPlan plan;
    private final Launcher launcher;
    private final ProcessMarks marks;
    private final SpareRoom machine;

    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final List<Waiting> leaving = new ArrayList<>();
    private final Map<String, Waiting> taken = new ConcurrentHashMap<>();
    private Instant lastAttempt = Instant.MIN;
    private Instant notBefore = Instant.MIN;
    private boolean closed;

    WaitingExecutors(AheadPlan plan, Launcher launcher, ProcessMarks marks, SpareRoom machine) {
        this.plan = plan;
        this.launcher = launcher;
        this.marks = marks;
        this.machine = machine;
    }

    /** One of them. */
    private record Waiting(Path directory, Process process, List<String> program, Instant started) {

        String id() {
            return directory.getFileName().toString();
        }

        boolean isReady() {
            return process.isAlive() && Files.exists(directory.resolve(RunFiles.READY));
        }

        /** It looks then whether it has an attempt; if not, it ends. */
        void endInput() {
            try {
                process.getOutputStream().close();
            } catch (IOException endsAlready) {
                log.debug("{} does not read any more", directory, endsAlready);
            }
        }
    }

    @Override
    public synchronized Optional<Ready> take(List<String> program, Map<String, String> environment) {
        if (closed || !isFor(environment) || !plan.program().get().equals(Optional.of(program))) {
            return Optional.empty();
        }
        lastAttempt = plan.clock().instant();
        Optional<Waiting> found = waiting.stream()
                .filter(Waiting::isReady)
                .filter(one -> one.program().equals(program))
                .findFirst();
        found.ifPresent(one -> {
            waiting.remove(one);
            taken.put(one.id(), one);
        });
        return found.map(Taken::new);
    }

    private boolean isFor(Map<String, String> environment) {
        return withoutJob(environment).equals(withoutJob(plan.environment()));
    }

    private static Map<String, String> withoutJob(Map<String, String> environment) {
        Map<String, String> rest = new HashMap<>(environment);
        rest.remove(JOB);
        return rest;
    }

    private final class Taken implements Ready {

        private final Waiting one;

        Taken(Waiting one) {
            this.one = one;
        }

        @Override
        public Path directory() {
            return one.directory();
        }

        @Override
        public void close() {
            if (taken.remove(one.id()) != null) {
                leave(one);
            }
        }
    }

    /**
     * Gives the executor that waits in a run's directory its attempt.
     *
     * @return its launcher; empty if none waits there, or it can't be given the attempt: then one is to be started
     */
    Optional<Process> give(Launch launch) {
        RunDirectory run = launch.run();
        Waiting one = taken.remove(run.workerId());
        if (one == null) {
            return Optional.empty();
        }
        try {
            List<String> arguments = launch.command()
                    .subList(one.program().size(), launch.command().size());
            JSON.writeValue(run.path().resolve(RunFiles.ARGUMENTS).toFile(), arguments);
            Files.move(run.path().resolve(LOG), run.standardLog(), StandardCopyOption.ATOMIC_MOVE);
            // with all that it says, or not at all, and not if somebody else has the run
            Files.createLink(run.path().resolve(RunFiles.LAUNCH), run.path().resolve(RunFiles.AHEAD));
        } catch (FileAlreadyExistsException decided) {
            log.debug("{} was decided meanwhile", run.path(), decided);
        } catch (IOException | UnsupportedOperationException e) {
            log.warn("the executor that waits in {} cannot be used, another one is started", run.path(), e);
            leave(one);
            return Optional.empty();
        }
        one.endInput();
        return Optional.of(one.process());
    }

    private synchronized void leave(Waiting one) {
        one.endInput();
        leaving.add(one);
    }

    @Override
    public synchronized void tend() {
        try {
            List.copyOf(waiting).stream().filter(this::isLost).forEach(this::giveUp);
            removeEnded();
            Instant now = plan.clock().instant();
            boolean wanted = !closed && now.isBefore(lastAttempt.plus(WITHOUT_ATTEMPTS)) && machine.hasMemory();
            Optional<List<String>> program = plan.program().get();
            List.copyOf(waiting).stream()
                    .filter(one -> !wanted || !program.equals(Optional.of(one.program())))
                    .forEach(one -> {
                        waiting.remove(one);
                        leave(one);
                    });
            if (wanted
                    && waiting.size() < plan.executors()
                    && program.isPresent()
                    && !now.isBefore(notBefore)
                    && machine.hasCore()) {
                waiting.add(start(program.get()));
            }
        } catch (IOException | RuntimeException e) {
            notBefore = plan.clock().instant().plus(PAUSE_AFTER_FAILURE);
            log.warn("no executor is started ahead for a while; attempts start their own", e);
        }
    }

    private boolean isLost(Waiting one) {
        return !one.process().isAlive()
                || (!one.isReady()
                        && plan.clock().instant().isAfter(one.started().plus(GETTING_READY)));
    }

    private void giveUp(Waiting one) {
        log.warn("an executor that was started ahead has ended, or does not get ready: see {}", one.directory());
        notBefore = plan.clock().instant().plus(PAUSE_AFTER_FAILURE);
        waiting.remove(one);
        end(one);
    }

    private Waiting start(List<String> program) throws IOException {
        Path directory = Files.createDirectories(plan.directory().resolve(RunDirectories.newId()));
        List<String> command = new ArrayList<>(program);
        command.addAll(plan.waiting());
        Process process = launcher.startAhead(
                directory, directory.resolve(LOG), directory.getFileName().toString(), command, plan.environment());
        return new Waiting(directory, process, program, plan.clock().instant());
    }

    private void removeEnded() throws IOException {
        for (Waiting one : List.copyOf(leaving)) {
            if (!one.process().isAlive()) {
                leaving.remove(one);
                Directories.delete(one.directory());
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        waiting.forEach(this::leave);
        waiting.clear();
        leaving.forEach(this::end);
        leaving.clear();
    }

    /** Whatever it does. Its directory is gone already if it has become a run's. */
    private void end(Waiting one) {
        one.endInput();
        RunDirectory run = new RunDirectory(one.id(), one.directory(), one.directory());
        try {
            run.processesAhead(marks).stop(GRACE);
            one.process().waitFor();
            Directories.delete(one.directory());
        } catch (IOException e) {
            log.error("an executor that was started ahead does not end, or its files stay: {}", one.directory(), e);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeIfLeft(Path directory, Instant forgotten) {
        RunDirectory run = new RunDirectory(directory.getFileName().toString(), directory, directory);
        try {
            if (run.isAheadAndGone()
                    || Files.getLastModifiedTime(directory).toInstant().isBefore(forgotten)) {
                Directories.delete(directory);
            }
        } catch (IOException e) {
            log.debug("{} is another worker's, or becomes a run's", directory, e);
        }
    }

    /** Removes what workers have left that were killed: those who waited for them have ended. */
    void sweep() throws IOException {
        if (!Files.isDirectory(plan.directory())) {
            return;
        }
        Instant forgotten = plan.clock().instant().minus(FORGOTTEN);
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(plan.directory())) {
            for (Path directory : directories) {
                removeIfLeft(directory, forgotten);
            }
        }
    }
}
