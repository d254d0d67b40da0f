package io.fateflow.worker.process;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * By which run each process of this machine is marked. The groups of a worker share one, since most of what it costs to
 * look for the processes of an executor is reading the environments of all others.
 */
public final class ProcessMarks {

    /** Names the run in the environment of everything that its executor starts. */
    static final String NAME = "FATE_EXECUTOR_RUN";

    private static final Pattern MARK = Pattern.compile("\\00" + NAME + "=([^\\00]*)\\00");

    private final Map<Program, Optional<String>> known = new ConcurrentHashMap<>();
    private final LongFunction<String> environments;
    private final ProcessLooks looks = new ProcessLooks();

    public ProcessMarks() {
        this(ProcFs::environment);
    }

    /** @param environments by process id, as {@link ProcFs#environment} gives them */
    ProcessMarks(LongFunction<String> environments) {
        this.environments = environments;
    }

    /** A process from one program that it executes to the next one, which may have another environment. */
    private record Program(long pid, long startTicks, long environment) {

        static Program of(ProcFs.Stat process) {
            return new Program(process.pid(), process.startTicks(), process.environment());
        }
    }

    ProcessLooks looks() {
        return looks;
    }

    /** Whether a process was started with this mark; not of one that is just being loaded. */
    boolean isMarked(ProcFs.Stat process, String mark) {
        return of(process).map(mark::equals).orElse(false);
    }

    /** Forgets all others. */
    void retain(List<ProcFs.Stat> living) {
        known.keySet().retainAll(living.stream().map(Program::of).collect(Collectors.toSet()));
    }

    /** By which run a process is marked, if by one. */
    Optional<String> of(ProcFs.Stat process) {
        return process.isKernels() ? Optional.empty() : ofProgram(process);
    }

    /** What is empty is not kept: a program that is just being loaded has no environment yet, and has its address already. */
    private Optional<String> ofProgram(ProcFs.Stat process) {
        Program program = Program.of(process);
        Optional<String> before = known.get(program);
        if (before != null) {
            return before;
        }
        String environment = environments.apply(process.pid());
        Matcher found = MARK.matcher(environment);
        Optional<String> mark = found.find() ? Optional.of(found.group(1)) : Optional.empty();
        if (!environment.isEmpty() && program.environment() != 0) {
            known.put(program, mark);
        }
        return mark;
    }
}
