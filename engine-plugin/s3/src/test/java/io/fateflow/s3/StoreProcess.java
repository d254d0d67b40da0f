package io.fateflow.s3;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.fateflow.transfer.object.ObjectStoreSettings;

import static org.awaitility.Awaitility.await;

/** A store that speaks S3, in a process of its own: S3Proxy on a directory, which looks at signatures. */
public final class StoreProcess implements AutoCloseable {

    public static final String BUCKET = "site";
    public static final String ACCESS_KEY = "somebody";
    public static final String SECRET_KEY = "a secret of somebody";

    private final Path directory;
    private final int port;
    private @Nullable Process process;

    /** Runs, with an empty bucket, when this returns. */
    public StoreProcess(Path directory) throws IOException {
        this.directory = directory;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        Files.createDirectories(bucket());
        start();
    }

    /** Where the bucket's objects are files. */
    public Path bucket() {
        return directory.resolve("buckets").resolve(BUCKET);
    }

    public ObjectStoreSettings settings() {
        return settings(BUCKET, SECRET_KEY);
    }

    public ObjectStoreSettings settings(String bucket, String secretKey) {
        return new ObjectStoreSettings(
                endpoint(),
                bucket,
                "fate/",
                "us-east-1",
                ACCESS_KEY,
                secretKey,
                true,
                5 * 1024 * 1024,
                Duration.ofSeconds(5));
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** On the same port, with what was there. */
    public void start() throws IOException {
        Path settings = Files.writeString(directory.resolve("s3proxy.conf"), """
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.endpoint=%s
                s3proxy.identity=%s
                s3proxy.credential=%s
                jclouds.provider=filesystem-nio2
                jclouds.identity=none
                jclouds.credential=none
                jclouds.filesystem.basedir=%s
                """.formatted(
                        endpoint(), ACCESS_KEY, SECRET_KEY, directory.resolve("buckets")));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classpath(),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File(directory.toFile(), "s3proxy.log"))
                .start();
        await().atMost(Duration.ofSeconds(60)).until(this::answers);
    }

    /** The build has written it down. */
    private static String classpath() throws IOException {
        try (InputStream in = Objects.requireNonNull(StoreProcess.class.getResourceAsStream("store.classpath"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** As by {@code kill -9}. */
    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().onExit().join();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
