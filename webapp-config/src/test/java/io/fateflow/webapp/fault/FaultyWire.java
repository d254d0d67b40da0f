package io.fateflow.webapp.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A wire to a server on this machine that does to connections what networks do. What a test asks for befalls the next
 * connections, one each; all others are carried as they are.
 */
public final class FaultyWire implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;

    private final int target;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean down;

    private record Fault(long cutAfter, long swallowAfter, boolean doubled) {

        static final Fault NONE = new Fault(NEVER, NEVER, false);
    }

    public FaultyWire(int target) {
        this.target = target;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** The next connection is closed on both sides after so many bytes to the server. */
    public FaultyWire cutAfter(long count) {
        return add(new Fault(count, NEVER, false));
    }

    /** Of the next connection, bytes to the server vanish after so many; it stays open, and nobody is told. */
    public FaultyWire swallowAfter(long count) {
        return add(new Fault(NEVER, count, false));
    }

    /** The server gets the next connection twice; the answers to the second one vanish. */
    public FaultyWire doubled() {
        return add(new Fault(NEVER, NEVER, true));
    }

    private FaultyWire add(Fault fault) {
        synchronized (faults) {
            faults.addLast(fault);
        }
        return this;
    }

    /** All connections end, and new ones are closed at once. */
    public void down() {
        down = true;
        sockets.forEach(FaultyWire::close);
    }

    public void up() {
        down = false;
    }

    public int connections() {
        return connections.get();
    }

    /** Bytes to the server, over all connections. */
    public long bytes() {
        return bytes.get();
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                if (down) {
                    close(client);
                } else {
                    connect(client);
                }
            }
        } catch (IOException e) {
            // closed: the test is over
            return;
        }
    }

    private void connect(Socket client) throws IOException {
        connections.incrementAndGet();
        Fault fault;
        synchronized (faults) {
            fault = faults.isEmpty() ? Fault.NONE : faults.removeFirst();
        }
        Socket server = toServer();
        Socket second = fault.doubled() ? toServer() : null;
        sockets.add(client);
        threads.execute(() -> up(client, server, second, fault));
        threads.execute(() -> copy(server, client));
        if (second != null) {
            threads.execute(() -> copy(second, null));
        }
    }

    private Socket toServer() throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(server);
        return server;
    }

    private void up(Socket client, Socket server, Socket second, Fault fault) {
        byte[] buffer = new byte[16 * 1024];
        long count = 0;
        try {
            InputStream in = client.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                int passed = (int) Math.min(read, fault.cutAfter() - count);
                if (count + passed <= fault.swallowAfter()) {
                    server.getOutputStream().write(buffer, 0, passed);
                    if (second != null) {
                        second.getOutputStream().write(buffer, 0, passed);
                    }
                    bytes.addAndGet(passed);
                }
                count += passed;
                if (count >= fault.cutAfter()) {
                    break;
                }
            }
        } catch (IOException e) {
            // one side has gone, and so does the other
        } finally {
            close(client);
            close(server);
            if (second != null) {
                close(second);
            }
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to == null ? OutputStream.nullOutputStream() : to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // one side has gone, and so does the other
        } finally {
            close(from);
            if (to != null) {
                close(to);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(FaultyWire::close);
        threads.shutdownNow();
    }
}
