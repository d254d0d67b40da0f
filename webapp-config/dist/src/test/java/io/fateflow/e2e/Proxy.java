package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A line to a server on this machine that can be cut: open connections end, and new ones end at once. */
final class Proxy implements AutoCloseable {

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean cut;

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
            threads.execute(() -> copy(client, server));
            copy(server, client);
        } catch (IOException e) {
            closeQuietly(client);
        }
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // so does the other direction
        }
        closeQuietly(from);
        closeQuietly(to);
        open.remove(from);
        open.remove(to);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }
}
