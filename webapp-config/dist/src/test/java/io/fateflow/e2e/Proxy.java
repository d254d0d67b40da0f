package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * A line to a server on this machine that can be cut: open connections end, and new ones end at once. It can stand still, too, once
 * so much of one transfer has passed.
 */
final class Proxy implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicReference<@Nullable Stall> stall = new AtomicReference<>();
    private volatile boolean cut;

    /**
     * Where one transfer stops.
     *
     * @param upwards of those to the server
     * @param bytes that pass before
     */
    private record Stall(boolean upwards, long bytes, CountDownLatch reached, CountDownLatch released) {}

    Proxy(int target) {
        this.target = target;
        try {
            this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    void cut(boolean now) {
        cut = now;
        if (now) {
            open.forEach(Proxy::closeQuietly);
        }
    }

    /** The next transfer in that direction that is longer passes so far, and then stands still until {@link #goOn}. */
    void stallNext(boolean upwards, long bytes) {
        stall.set(new Stall(upwards, bytes, new CountDownLatch(1), new CountDownLatch(1)));
    }

    boolean isStalled() {
        Stall now = stall.get();
        return now != null && now.reached().getCount() == 0;
    }

    void goOn() {
        Stall now = stall.getAndSet(null);
        if (now != null) {
            now.released().countDown();
        }
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        cut(true);
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = entrance.accept();
                threads.execute(() -> connect(client));
            }
        } catch (IOException closed) {
            // the test has ended
        }
    }

    private void connect(Socket client) {
        open.add(client);
        if (cut) {
            closeQuietly(client);
            return;
        }
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(server);
            threads.execute(() -> copy(client, server, true));
            copy(server, client, false);
        } catch (IOException e) {
            closeQuietly(client);
        }
    }

    private void copy(Socket from, Socket to, boolean upwards) {
        try {
            byte[] buffer = new byte[BUFFER];
            long passed = 0;
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                to.getOutputStream().write(buffer, 0, read);
                passed += read;
                standStill(upwards, passed);
            }
        } catch (IOException ended) {
            // so does the other direction
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        closeQuietly(from);
        closeQuietly(to);
        open.remove(from);
        open.remove(to);
    }

    private void standStill(boolean upwards, long passed) throws InterruptedException {
        Stall now = stall.get();
        if (now != null
                && now.upwards() == upwards
                && passed > now.bytes()
                && now.reached().getCount() > 0) {
            now.reached().countDown();
            now.released().await();
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }
}
