package io.fateflow.worker.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * All processes that an executor has started, however deep: they share its session. The executor is the leader of both
 * session and process group.
 */
public final class ProcessGroup {

    private static final Duration PROBE = Duration.ofMillis(10);
    private static final Duration KILLED_MUST_BE_GONE = Duration.ofSeconds(10);
    private static final String SIGNAL = "signal=$1; shift; kill -s \"$signal\" -- \"$@\"";

    private final ProcessIdentity leader;

    public ProcessGroup(ProcessIdentity leader) {
        this.leader = leader;
    }

    /** Whether no process of the group lives. */
    public boolean isGone() throws IOException, InterruptedException {
        if (!ProcFs.isThere()) {
            return signal("0", List.of(-leader.pid())) != 0;
        }
        return members().isEmpty();
    }

    /**
     * Asks all to end, waits, kills those that are left, and waits until the last one is gone.
     *
     * @throws IOException if even killed processes do not go away, as when stuck in the kernel
     */
    public void stop(Duration grace) throws IOException, InterruptedException {
        if (isGone()) {
            return;
        }
        signalAll("TERM");
        if (awaitGone(grace)) {
            return;
        }
        signalAll("KILL");
        if (!awaitGone(KILLED_MUST_BE_GONE)) {
            throw new IOException("processes of the group " + leader.pid() + " are still there after KILL");
        }
    }

    /** The largest resident sets of the living processes of the group, added up, in bytes; 0 where the system does not tell. */
    public long peakMemory() {
        return members().stream()
                .mapToLong(member -> ProcFs.peakMemory(member.pid()).orElse(0L))
                .sum();
    }

    private void signalAll(String name) throws IOException, InterruptedException {
        TreeSet<Long> groups = new TreeSet<>();
        members().forEach(member -> groups.add(-member.group()));
        if (groups.isEmpty() && !ProcFs.isThere()) {
            groups.add(-leader.pid());
        }
        if (!groups.isEmpty()) {
            signal(name, groups);
        }
    }

    private List<ProcFs.Stat> members() {
        List<ProcFs.Stat> all = ProcFs.all();
        boolean idIsUsedAgain = leader.startTicks() != 0
                && all.stream()
                        .anyMatch(stat -> stat.pid() == leader.pid() && stat.startTicks() != leader.startTicks());
        if (idIsUsedAgain || !ProcFs.bootId().equals(leader.bootId())) {
            return List.of();
        }
        return all.stream()
                .filter(stat -> stat.group() == leader.pid() || stat.session() == leader.pid())
                .filter(stat -> !stat.isDead())
                .toList();
    }

    /** Returns whether all were gone in time. */
    private boolean awaitGone(Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isGone()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            // processes that are nobody's child here end without an event
            TimeUnit.NANOSECONDS.sleep(PROBE.toNanos());
        }
        return true;
    }

    private static int signal(String name, Iterable<Long> targets) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SIGNAL, "signal", name));
        targets.forEach(target -> command.add(Long.toString(target)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
