package io.fateflow.worker.process;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import com.sun.jna.LastErrorException;

/**
 * A network with nothing but a loopback of its own. What a thread opens in it stays there, and so does what it starts, threads included;
 * the thread ends with its work, so no other work is ever done there.
 */
public final class NetworkNamespace {

    private static final int INTERNET = 2;
    private static final int DATAGRAMS = 2;
    private static final long SET_FLAGS = 0x8914;
    private static final int UP_AND_RUNNING = 0x41;

    /** {@code struct ifreq}: 16 bytes of name, then the flags. */
    private static final int REQUEST = 40;

    private static final int FLAGS = 16;

    private NetworkNamespace() {}

    /** What is done there. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Does something in a new one.
     *
     * @throws IOException if this process may not make one, or as the work
     */
    public static <T> T inNew(Work<T> work) throws IOException {
        return inThread(() -> {
            LibC system = LibC.load();
            call("make a network namespace", () -> system.unshare(LibC.CLONE_NEWNET));
            call("start its loopback", () -> startLoopback(system));
            return work.run();
        });
    }

    /**
     * Does something in that of a process.
     *
     * @throws IOException if it is gone, or this process may not enter it, or as the work
     */
    public static <T> T of(long pid, Work<T> work) throws IOException {
        return inThread(() -> {
            LibC system = LibC.load();
            call("enter the network namespace of process " + pid, () -> {
                int file = system.open("/proc/" + pid + "/ns/net", LibC.O_CLOEXEC);
                try {
                    system.setns(file, LibC.CLONE_NEWNET);
                } finally {
                    system.close(file);
                }
            });
            return work.run();
        });
    }

    private static void startLoopback(LibC system) {
        int socket = system.socket(INTERNET, DATAGRAMS, 0);
        try {
            byte[] request = new byte[REQUEST];
            request[0] = 'l';
            request[1] = 'o';
            // a short in the processor's order; the known ones have the low byte first
            request[FLAGS] = UP_AND_RUNNING;
            system.ioctl(socket, SET_FLAGS, request);
        } finally {
            system.close(socket);
        }
    }

    private static void call(String what, Runnable call) throws IOException {
        try {
            call.run();
        } catch (LastErrorException e) {
            throw new IOException("could not " + what + ": " + e.getMessage(), e);
        }
    }

    /** A thread of its own: it never comes back from where it goes. */
    private static <T> T inThread(Work<T> work) throws IOException {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        done.complete(work.run());
                    } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
                        done.completeExceptionally(e);
                    }
                },
                "network-namespace");
        thread.setDaemon(true);
        thread.start();
        try {
            return done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted in a network namespace", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException("could not work in a network namespace: " + e.getCause(), e);
        }
    }
}
