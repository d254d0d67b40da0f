package io.fateflow.worker;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Files that only the worker's own user may read. */
final class ConfigFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ConfigFile() {}

    /**
     * The server's part of {@code config.json} with the worker's: where tables are, how data is exchanged, and which
     * program the executor runs if it is to run one. Programs are the worker's to choose, never the server's.
     */
    static ObjectNode of(ExecutorTask task, CommandTemplate template, WorkerSettings settings) {
        ObjectNode config = task.config().deepCopy();
        config.put("module", task.module());
        config.put("store", settings.tableStore().toString());
        config.put("home", Path.of("").toAbsolutePath().toString());
        ObjectNode exchange =
                config.putObject("exchange").put("url", settings.server().toString());
        exchange.put("token", task.token());
        ArrayNode others = exchange.putArray("others");
        task.config().path("servers").forEach(server -> {
            if (isReachable(server.asText(), settings)) {
                others.add(server);
            }
        });
        config.remove("servers");
        config.remove("program");
        if (template.csvTables()) {
            ObjectNode program = config.putObject("program").put("pass_arguments", template.passArguments());
            template.command().forEach(program.putArray("command")::add);
        }
        return config;
    }

    /** A server's loopback is not this machine's, and who listens here must not see the token. */
    private static boolean isReachable(String server, WorkerSettings settings) {
        return !isLoopback(URI.create(server)) || isLoopback(settings.server());
    }

    private static boolean isLoopback(URI server) {
        String host = String.valueOf(server.getHost());
        return host.startsWith("127.") || host.equals("localhost") || host.equals("[::1]");
    }

    static void write(Path file, ObjectNode content) throws IOException {
        Files.deleteIfExists(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(file, JSON.writeValueAsBytes(content));
    }

    static ObjectNode read(Path file) throws IOException {
        if (JSON.readTree(file.toFile()) instanceof ObjectNode object) {
            return object;
        }
        throw new IOException(file + " does not hold a JSON object");
    }
}
