package io.fateflow.worker.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * All processes that an executor has started, however deep. They are known by its session, which it leads; by a mark in
 * their environment, which a process that makes itself a session of its own still has; by their parents; and by having been
 * seen before, when all of that was true. What clears its environment, leaves the session and loses its parent between two
 * looks is not found, unless the executor has a user of its own: all processes of that user are its.
 */
public final class ProcessGroup {

    /** Linux tells programs of hundredths of a second, whatever its own clock does. */
    private static final long MILLIS_OF_TICK = 10;

    private static final Duration PROBE = Duration.ofMillis(10);
    private static final Duration KILLED_MUST_BE_GONE = Duration.ofSeconds(10);
    /** All that this user has, at one moment: nobody is faster by starting others. */
    private static final String KILL_ALL =
            "exec setpriv --reuid=\"$1\" --regid=\"$1\" --clear-groups -- sh -c 'kill -s KILL -- -1'";

    private static final String SIGNAL = "signal=$1; shift; kill -s \"$signal\" -- \"$@\"";

    private final @Nullable ProcessIdentity leader;
    private final String mark;
    private final ProcessMarks marks;
    private final OptionalInt user;

    /** Of all members so far the process id and start time, which tells it from later ones with its id. */
    private final Map<Long, Long> seen = new HashMap<>();

    /** By which the members were last told; an older one would forget some. */
    private ProcessLooks.@Nullable Look last;

    /**
     * The processes of one run.
     *
     * @param leader null as long as it is not known
     * @param mark as {@link Launcher#start} got it
     */
    public ProcessGroup(@Nullable ProcessIdentity leader, String mark, ProcessMarks marks) {
        this(leader, mark, marks, OptionalInt.empty());
    }

    /** @param user whose processes are all of this run; empty if its executor has no user of its own */
    public ProcessGroup(@Nullable ProcessIdentity leader, String mark, ProcessMarks marks, OptionalInt user) {
        this.leader = leader;
        this.mark = mark;
        this.marks = marks;
        this.user = user;
    }

    /** Whether a user has no living process on this machine. */
    public static boolean isWithoutProcess(int user) {
        return ProcFs.all().stream()
                .filter(stat -> !stat.isDead())
                .noneMatch(stat -> ProcFs.isOfUser(stat.pid(), user));
    }

    public boolean hasLeader() {
        return leader != null;
    }

    /** Whether no process of the group lives. */
    public boolean isGone() throws IOException, InterruptedException {
        if (!ProcFs.isThere()) {
            return leader == null || signal("0", List.of(-leader.pid())) != 0;
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
        if (awaitGone(grace, false)) {
            return;
        }
        if (!awaitGone(KILLED_MUST_BE_GONE, true)) {
            throw new IOException("processes of the executor %s are still there after KILL: %s"
                    .formatted(mark, members().stream().map(ProcFs.Stat::pid).toList()));
        }
    }

    /**
     * What the living processes of a group use; 0 where the system does not tell.
     *
     * @param memory what is theirs now, in bytes; what several of them share counts once
     * @param peakMemory their largest resident sets added up, in bytes
     * @param cpuMillis CPU time, also of children that they have waited for
     */
    public record Usage(long memory, long peakMemory, long cpuMillis) {}

    /** A moment ago, at least. */
    public Usage usage() {
        List<ProcFs.Stat> members = membersLately();
        return new Usage(
                members.size() == 1
                        ? ProcFs.ownMemory(members.get(0).pid())
                        : sum(members, pid -> ProcFs.ownPartOfMemory(pid).orElseGet(() -> ProcFs.ownMemory(pid))),
                sum(members, pid -> ProcFs.peakMemory(pid).orElse(0L)),
                members.stream().mapToLong(ProcFs.Stat::cpuTicks).sum() * MILLIS_OF_TICK);
    }

    private static long sum(List<ProcFs.Stat> members, LongUnaryOperator of) {
        return members.stream().mapToLong(ProcFs.Stat::pid).map(of).sum();
    }

    private void signalAll(String name) throws IOException, InterruptedException {
        TreeSet<Long> targets = new TreeSet<>();
        // a whole group at once where it is surely ours: what is forked meanwhile is in it, too
        members().forEach(member -> targets.add(isLed(member) ? -member.group() : member.pid()));
        if (leader != null && !ProcFs.isThere()) {
            targets.add(-leader.pid());
        }
        if (!targets.isEmpty()) {
            signal(name, targets);
        }
        if (user.isPresent() && name.equals("KILL")) {
            run(List.of("sh", "-c", KILL_ALL, "signal", Integer.toString(user.getAsInt())));
        }
    }

    private synchronized List<ProcFs.Stat> members() {
        return members(marks.looks().now());
    }

    private synchronized List<ProcFs.Stat> membersLately() {
        return members(marks.looks().lately(last));
    }

    private List<ProcFs.Stat> members(ProcessLooks.Look look) {
        last = look;
        List<ProcFs.Stat> all = look.all();
        boolean leads = isLeaderOf(all);
        Map<Long, Long> members = new HashMap<>();
        for (ProcFs.Stat stat : all) {
            if ((leads && (isLeader(stat) || isLed(stat)))
                    || wasSeen(stat)
                    || marks.isMarked(stat, mark)
                    || isOfUser(stat)) {
                members.put(stat.pid(), stat.startTicks());
            }
        }
        addChildren(all, members);
        marks.retain(all);
        seen.clear();
        seen.putAll(members);
        return all.stream()
                .filter(stat -> members.containsKey(stat.pid()))
                .filter(stat -> !stat.isDead())
                .toList();
    }

    private boolean isLeaderOf(List<ProcFs.Stat> all) {
        ProcessIdentity known = leader;
        if (known == null || !ProcFs.bootId().equals(known.bootId())) {
            return false;
        }
        boolean idIsUsedAgain = known.startTicks() != 0
                && all.stream().anyMatch(stat -> stat.pid() == known.pid() && stat.startTicks() != known.startTicks());
        return !idIsUsedAgain;
    }

    /** From its fork on: until it leads its session, it looks like its launcher, which is none of the group. */
    private boolean isLeader(ProcFs.Stat stat) {
        return leader != null && stat.pid() == leader.pid();
    }

    private boolean isLed(ProcFs.Stat stat) {
        return leader != null && (stat.group() == leader.pid() || stat.session() == leader.pid());
    }

    private boolean isOfUser(ProcFs.Stat stat) {
        return user.isPresent() && ProcFs.isOfUser(stat.pid(), user.getAsInt());
    }

    private boolean wasSeen(ProcFs.Stat stat) {
        Long startTicks = seen.get(stat.pid());
        return startTicks != null && startTicks == stat.startTicks();
    }

    private static void addChildren(List<ProcFs.Stat> all, Map<Long, Long> members) {
        boolean grown = !members.isEmpty();
        while (grown) {
            grown = false;
            for (ProcFs.Stat stat : all) {
                if (members.containsKey(stat.parent()) && members.putIfAbsent(stat.pid(), stat.startTicks()) == null) {
                    grown = true;
                }
            }
        }
    }

    /** Returns whether all were gone in time. */
    private boolean awaitGone(Duration limit, boolean kill) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isGone()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            if (kill) {
                // again and again: one that was being started when the others were killed is found now
                signalAll("KILL");
            }
            // processes that are nobody's child here end without an event
            TimeUnit.NANOSECONDS.sleep(PROBE.toNanos());
        }
        return true;
    }

    private static int signal(String name, Iterable<Long> targets) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SIGNAL, "signal", name));
        targets.forEach(target -> command.add(Long.toString(target)));
        return run(command);
    }

    private static int run(List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
