package io.fateflow.webapp.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.fateflow.webapp.fault.Fault.Kind;

/**
 * A wire to a server on this machine that does to connections what networks do. What a test asks for befalls the next
 * connections, one each, or the calls that it describes; all others are carried as they are.
 */
public final class FaultyWire implements AutoCloseable {

    private static final long NEVER = Long.MAX_VALUE;

    private final int target;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final Map<Predicate<String>, Mishap> mishaps = new ConcurrentHashMap<>();
    private final List<ByteArrayOutputStream> copies = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger befallen = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean down;
    private volatile long most = NEVER;
    private int healings;

    /** What befalls a call. */
    public enum Mishap {
        /** The wire goes down, and the call with it. */
        GOES_DOWN,
        /** The server does it; its answer and the connection are lost. */
        LOSES_ANSWER,
        /** The server gets it twice at the same time. */
        DOUBLES,
        /** The server gets it when the wire is {@linkplain #heal healed}. */
        HOLDS,
        /** The server gets it, and once more when the test {@linkplain #sendCopies says so}. */
        COPIES
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
        return add(new Fault(Kind.CUTS, count));
    }

    /** Of the next connection, bytes to the server vanish after so many; it stays open, and nobody is told. */
    public FaultyWire swallowAfter(long count) {
        return add(new Fault(Kind.SWALLOWS, count));
    }

    /** The server gets the next connection twice; the answers to the second one vanish. */
    public FaultyWire doubled() {
        return add(new Fault(Kind.DOUBLES, 0));
    }

    /** Of the next connection, answers vanish after so many bytes to the server, which gets all of them. */
    public FaultyWire loseAnswersAfter(long count) {
        return add(new Fault(Kind.LOSES_ANSWERS, count));
    }

    /** The answers to the next connection come when the wire is {@linkplain #heal healed}. */
    public FaultyWire holdAnswers() {
        return add(new Fault(Kind.HOLDS_ANSWERS, 0));
    }

    /** Of the next connection, bytes to the server wait after so many until the wire is {@linkplain #heal healed}. */
    public FaultyWire holdAfterOnOne(long count) {
        return add(new Fault(Kind.HOLDS, count));
    }

    /** Only so many more bytes go to the server, over all connections; the rest when the wire is {@linkplain #heal healed}. */
    public FaultyWire holdAfter(long count) {
        most = bytes() + count;
        return this;
    }

    /** How many connections wait for the wire to be healed. */
    public int held() {
        return held.get();
    }

    /** Whether there is more to be carried than {@link #holdAfter} lets through. */
    public boolean holds() {
        return bytes() >= most;
    }

    private FaultyWire add(Fault fault) {
        synchronized (faults) {
            faults.addLast(fault);
        }
        return this;
    }

    /** From now on that befalls each call whose text, as it goes to the server, is one of these. */
    public FaultyWire befall(Mishap mishap, Predicate<String> calls) {
        mishaps.put(calls, mishap);
        return this;
    }

    /** The wire is as good as new: nothing befalls calls, what was held goes on, and connections are made again. */
    public void heal() {
        down = false;
        synchronized (mishaps) {
            most = NEVER;
            healings++;
            mishaps.clear();
            mishaps.notifyAll();
        }
        befallen.set(0);
        refused.set(0);
    }

    /** To how many calls something has happened since the wire was healed. */
    public int befallen() {
        return befallen.get();
    }

    /** How often somebody tried to connect while the wire was down. */
    public int refused() {
        return refused.get();
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

    /** The server gets all that was copied, each on a connection of its own, and is left to answer it. */
    public int sendCopies() {
        List<ByteArrayOutputStream> late = List.copyOf(copies);
        copies.clear();
        for (ByteArrayOutputStream copy : late) {
            try (Socket server = toServer()) {
                copy.writeTo(server.getOutputStream());
                server.getInputStream().read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return late.size();
    }

    /** What befalls this call, which is on its way to the server. */
    Optional<Mishap> mishap(String call) throws IOException {
        for (Map.Entry<Predicate<String>, Mishap> entry : mishaps.entrySet()) {
            if (entry.getKey().test(call)) {
                befallen.incrementAndGet();
                happen(entry.getValue());
                return Optional.of(entry.getValue());
            }
        }
        return Optional.empty();
    }

    private void happen(Mishap mishap) throws IOException {
        if (mishap == Mishap.GOES_DOWN) {
            down();
        } else if (mishap == Mishap.HOLDS) {
            hold(() -> mishaps.containsValue(Mishap.HOLDS));
        }
    }

    /** Takes the copy of a call, which comes in pieces. */
    ByteArrayOutputStream copy() {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        copies.add(copy);
        return copy;
    }

    /** Holds bytes to the server while there have been too many of them. */
    void holdWhatIsTooMuch() throws IOException {
        hold(this::holds);
    }

    /** Holds what a connection carries until the wire is healed once more. */
    void holdSince(int since) throws IOException {
        hold(() -> healings == since);
    }

    int healings() {
        synchronized (mishaps) {
            return healings;
        }
    }

    private void hold(BooleanSupplier still) throws IOException {
        held.incrementAndGet();
        synchronized (mishaps) {
            try {
                while (still.getAsBoolean()) {
                    mishaps.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            } finally {
                held.decrementAndGet();
            }
        }
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                if (down) {
                    refused.incrementAndGet();
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

    private void connect(Socket client) {
        connections.incrementAndGet();
        Fault fault;
        synchronized (faults) {
            fault = faults.isEmpty() ? Fault.NONE : faults.removeFirst();
        }
        sockets.add(client);
        try {
            Socket server = toServer();
            WireConnection connection = new WireConnection(this, client, server, fault);
            threads.execute(connection::up);
            threads.execute(connection::back);
            if (down) {
                down();
            }
        } catch (IOException e) {
            // nobody listens there: the client finds the same
            close(client);
        }
    }

    /** A connection whose answers vanish. */
    Socket aside() throws IOException {
        Socket server = toServer();
        threads.execute(() -> drain(server));
        return server;
    }

    private void drain(Socket server) {
        try {
            server.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // it has been closed
        } finally {
            end(server);
        }
    }

    Socket toServer() throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(server);
        return server;
    }

    void passed(int count) {
        bytes.addAndGet(count);
    }

    void end(Socket... ended) {
        for (Socket socket : ended) {
            close(socket);
            sockets.remove(socket);
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
