package io.fateflow.worker.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.sun.jna.ptr.IntByReference;

/** A child that Java has not started, so that this collects it when it has ended. It has no streams. */
final class SpawnedProcess extends Process {

    /** As shells count: a signal is 128 and its number. */
    private static final int SIGNALLED = 128;

    /** Where the system has collected it, as it does for whoever ignores SIGCHLD. */
    private static final int UNKNOWN = -1;

    private final int pid;
    private final ProcessHandle handle;
    private final CompletableFuture<Integer> end;

    /** @param pid of a child that nobody else waits for: until this has, the number is no other's */
    SpawnedProcess(int pid, SessionSpawn.Calls system) {
        this.pid = pid;
        this.handle = ProcessHandle.of(pid).orElseThrow();
        // not in Java's thread that waits, whose stack is the smallest possible
        this.end = handle.onExit().thenApplyAsync(ended -> collect(system));
    }

    private int collect(SessionSpawn.Calls system) {
        IntByReference status = new IntByReference();
        if (system.waitpid(pid, status, 0) != pid) {
            return UNKNOWN;
        }
        int signal = status.getValue() & 0x7f;
        return signal == 0 ? status.getValue() >> 8 & 0xff : SIGNALLED + signal;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public boolean isAlive() {
        return !end.isDone();
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return end.thenApply(code -> this);
    }

    @Override
    public int waitFor() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot wait for process " + pid, e);
        }
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        try {
            end.get(timeout, unit);
            return true;
        } catch (TimeoutException timeIsUp) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot wait for process " + pid, e);
        }
    }

    @Override
    public int exitValue() {
        if (isAlive()) {
            throw new IllegalThreadStateException("process " + pid + " has not ended");
        }
        return end.join();
    }

    /** Java looks when a process of that number has begun. */
    @Override
    public void destroy() {
        handle.destroy();
    }

    @Override
    public Process destroyForcibly() {
        handle.destroyForcibly();
        return this;
    }

    @Override
    public OutputStream getOutputStream() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }
}
