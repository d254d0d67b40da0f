package io.fateflow.tools.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;

/** Bytes from one disk to another over bare TCP, and a byte back when they are there: what can't be done faster. */
final class PlainCopy implements AutoCloseable {

    private static final int BUFFER = 256 * 1024;

    private final ServerSocket listener;
    private final Path file;

    /** Receives into a file that is removed each time. */
    PlainCopy(Path file) throws IOException {
        this.file = file;
        this.listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    int port() {
        return listener.getLocalPort();
    }

    void serve(ExecutorService threads) {
        threads.execute(() -> {
            try {
                while (!listener.isClosed()) {
                    take();
                }
            } catch (IOException e) {
                // closed: the bench is over
                return;
            }
        });
    }

    private void take() throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (Socket sender = listener.accept();
                FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = sender.getInputStream().read(buffer);
                    read >= 0;
                    read = sender.getInputStream().read(buffer)) {
                ByteBuffer part = ByteBuffer.wrap(buffer, 0, read);
                while (part.hasRemaining()) {
                    out.write(part);
                }
            }
            out.force(false);
            sender.getOutputStream().write(1);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Sends a file, and returns when all of it is on the other disk. */
    static void send(Path file, int port) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (Socket receiver = new Socket(InetAddress.getLoopbackAddress(), port);
                FileChannel in = FileChannel.open(file)) {
            ByteBuffer part = ByteBuffer.wrap(buffer);
            while (in.read(part) >= 0) {
                receiver.getOutputStream().write(buffer, 0, part.position());
                part.clear();
            }
            receiver.shutdownOutput();
            if (receiver.getInputStream().read() < 0) {
                throw new EOFException("the receiver of the plain copy has failed");
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
