package io.fateflow.worker.confined;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Tries what an executor must not, and prints what it has got: a line for each, with {@code nothing} or what it was. */
public final class HostileExecutor {

    private static final int WAIT_MILLIS = 3_000;

    private HostileExecutor() {}

    /**
     * Tries all.
     *
     * @param tries each as {@code kind=argument}; or {@code @} and a file that has one in a line
     */
    public static void main(String... tries) throws IOException {
        List<String> all =
                tries[0].startsWith("@") ? Files.readAllLines(Path.of(tries[0].substring(1))) : List.of(tries);
        for (String each : all) {
            String[] parts = each.split("=", 2);
            System.out.println(each + " -> " + tried(parts[0], parts[1]));
        }
    }

    private static String tried(String kind, String argument) {
        try {
            return switch (kind) {
                case "read" -> Files.readString(Path.of(argument));
                case "write" -> Files.writeString(Path.of(argument), "altered").toString();
                case "list" -> list(Path.of(argument));
                case "environment" -> Files.readString(Path.of("/proc", argument, "environ"));
                case "processes" -> processes(argument);
                case "connect" -> connect(argument);
                case "call" -> call(argument);
                case "kill" -> kill(argument);
                default -> throw new IllegalArgumentException(kind);
            };
        } catch (IOException | RuntimeException refused) {
            return "nothing";
        }
    }

    private static String list(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(Path::toString).toList().toString();
        }
    }

    /** Those that have this text somewhere in their command line. */
    private static String processes(String text) throws IOException {
        StringBuilder found = new StringBuilder();
        try (Stream<Path> all = Files.walk(Path.of("/proc"), 1, new FileVisitOption[0])) {
            List<Path> processes = all.filter(path -> Objects.requireNonNull(path.getFileName())
                            .toString()
                            .matches("\\d+"))
                    .filter(path ->
                            !path.endsWith(Long.toString(ProcessHandle.current().pid())))
                    .toList();
            for (Path process : processes) {
                String line = tried("read", process.resolve("cmdline").toString());
                if (line.contains(text)) {
                    found.append(process);
                }
            }
        }
        return found.isEmpty() ? "nothing" : found.toString();
    }

    private static String connect(String address) throws IOException {
        URI uri = URI.create("any://" + address);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), WAIT_MILLIS);
            return "connected";
        }
    }

    private static String call(String url) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(WAIT_MILLIS);
        connection.setReadTimeout(WAIT_MILLIS);
        int status = connection.getResponseCode();
        return status == HttpURLConnection.HTTP_OK
                ? new String(connection.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                : "nothing, " + status;
    }

    /** The system's own command: Java would not try it for what it does not see. */
    private static String kill(String pid) throws IOException {
        try {
            int code = new ProcessBuilder("sh", "-c", "kill -9 \"$1\"", "kill", pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return code == 0 ? "killed" : "nothing";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "nothing";
        }
    }
}
