package io.fateflow.federation.grpc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A network between a caller and a server that loses what goes over connections, or breaks them, when it is told to. */
final class Forwarder implements AutoCloseable {

    /** What becomes of a caller's next call over a connection that there is. */
    enum Fate {
        CARRIED,
        BROKEN,
        LOST
    }

    private static final int LEAST_OF_A_CALL = 64;

    private record Connection(Socket caller, Socket server) {

        void close() {
            for (Socket each : List.of(caller, server)) {
                try {
                    each.close();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final int target;
    private volatile int doomed;
    private volatile Fate fate = Fate.CARRIED;

    Forwarder(int target) throws IOException {
        this.target = target;
        daemon(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many there have been. */
    int connections() {
        return connections.size();
    }

    /** Of the connections that there are; those that come are carried. */
    void doom(Fate to) {
        doomed = connections.size();
        fate = to;
    }

    private void accept() throws IOException {
        while (!listening.isClosed()) {
            Socket caller = listening.accept();
            Connection connection = new Connection(caller, new Socket(InetAddress.getLoopbackAddress(), target));
            int number = connections.size();
            connections.add(connection);
            daemon(() -> pump(connection.caller(), connection.server(), connection, number));
            daemon(() -> pump(connection.server(), connection.caller(), connection, Integer.MAX_VALUE));
        }
    }

    private void pump(Socket from, Socket to, Connection connection, int number) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] bytes = new byte[8192];
        Fate now = Fate.CARRIED;
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            // less is HTTP/2's own: a ping, a window; what follows the beginning of a call goes its way
            if (now == Fate.CARRIED && number < doomed && read > LEAST_OF_A_CALL) {
                now = fate;
            }
            if (now == Fate.BROKEN) {
                connection.close();
                return;
            }
            if (now == Fate.CARRIED) {
                out.write(bytes, 0, read);
            }
        }
        connection.close();
    }

    private interface Work {

        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // as it is meant to be
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        connections.forEach(Connection::close);
    }
}
