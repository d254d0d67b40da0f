package io.fateflow.worker.process;

import java.util.Optional;

/**
 * A process that cannot be taken for another one: ids are used again, an id with its start time within one boot of the
 * machine is not.
 *
 * @param startTicks clock ticks from boot to the process's start; 0 where the system does not tell
 * @param bootId of the machine; {@code -} where the system does not tell
 */
public record ProcessIdentity(long pid, long startTicks, String bootId) {

    static final String UNKNOWN_BOOT = "-";

    /** Reads {@code <pid> <ticks> <boot id>}, as the launcher writes it. */
    public static Optional<ProcessIdentity> parse(String text) {
        String[] parts = text.strip().split(" ", -1);
        try {
            return parts.length == 3
                    ? Optional.of(new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** This process itself. */
    public static ProcessIdentity own() {
        long pid = ProcessHandle.current().pid();
        return new ProcessIdentity(
                pid, ProcFs.stat(pid).map(ProcFs.Stat::startTicks).orElse(0L), ProcFs.bootId());
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return pid + " " + startTicks + " " + bootId;
    }

    /** Whether it was started since this machine has booted; also where the system does not tell. */
    public boolean isOfThisBoot() {
        return ProcFs.bootId().equals(bootId);
    }

    /** The process, if it lives and is the same one. */
    public Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid).filter(handle -> isSame());
    }

    public boolean isAlive() {
        return find().isPresent();
    }

    private boolean isSame() {
        if (startTicks == 0) {
            return true;
        }
        return ProcFs.bootId().equals(bootId)
                && ProcFs.stat(pid)
                        .map(stat -> stat.startTicks() == startTicks && !stat.isDead())
                        .orElse(false);
    }
}
