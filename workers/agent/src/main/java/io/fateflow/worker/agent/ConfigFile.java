package io.fateflow.worker.agent;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Confinement;

/** Files that only the worker's own user may read. */
final class ConfigFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ConfigFile() {}

    /**
     * The server's part of {@code config.json} with the worker's: where tables are, how data is exchanged, and which
     * program the executor runs if it is to run one. Programs are the worker's to choose, never the server's.
     */
    static ObjectNode of(ExecutorTask task, RunDirectory run, CommandTemplate template, WorkerSettings settings) {
        ObjectNode config = task.config().deepCopy();
        config.put("module", task.module());
        config.remove("files");
        if (settings.hasOwnFiles()) {
            config.put("store", run.tables().toString());
            ObjectNode files = config.putObject("files");
            if (run.user().isPresent()) {
                // what others have got is not for its eyes: it keeps what it gets as long as it needs it
                files.put("cache", run.home().resolve("cache").toString()).put("cache_bytes", 0);
            } else {
                files.put("cache", settings.workDirectory().resolve("cache").toString())
                        .put("cache_bytes", settings.fileCache());
            }
            // folders of the servers' machines
            config.remove(List.of("upload_folders", "download_folders"));
        } else {
            config.put("store", settings.tableStore().toString());
        }
        config.put("home", Path.of("").toAbsolutePath().toString());
        ObjectNode exchange = config.putObject("exchange");
        ArrayNode others = exchange.putArray("others");
        if (settings.confinement().filter(Confinement::network).isPresent()) {
            exchange.put("url", Confinement.GATE).put("token", task.token());
        } else {
            String first = settings.servers().get(0).toString();
            exchange.put("url", first).put("token", task.token());
            others(task, settings).filter(server -> !server.equals(first)).forEach(others::add);
        }
        config.remove("servers");
        config.remove("program");
        if (template.csvTables()) {
            ObjectNode program = config.putObject("program").put("pass_arguments", template.passArguments());
            template.command().forEach(program.putArray("command")::add);
        }
        return config;
    }

    /** Those that this worker was told of, and those that the site knows. */
    private static Stream<String> others(ExecutorTask task, WorkerSettings settings) {
        Stream<String> sites = StreamSupport.stream(
                        task.config().path("servers").spliterator(), false)
                .map(JsonNode::asText)
                .filter(server -> isReachable(server, settings));
        return Stream.concat(settings.servers().stream().map(URI::toString), sites)
                .distinct();
    }

    /** A server's loopback is not this machine's, and who listens here must not see the token. */
    private static boolean isReachable(String server, WorkerSettings settings) {
        return !isLoopback(URI.create(server)) || isLoopback(settings.servers().get(0));
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
        return object(Files.readString(file), file);
    }

    /** @param file where the text is from */
    static ObjectNode object(String text, Path file) throws IOException {
        if (JSON.readTree(text) instanceof ObjectNode object) {
            return object;
        }
        throw new IOException(file + " does not hold a JSON object");
    }
}
