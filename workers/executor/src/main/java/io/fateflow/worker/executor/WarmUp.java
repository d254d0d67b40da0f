package io.fateflow.worker.executor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.HttpServer;

import io.fateflow.worker.component.Components;

/**
 * Uses once what components use. Then the classes get into the archive that is made of this process when it ends: an executor
 * that starts with the archive starts in half the time. Or this process goes on as an executor, which has them then.
 */
final class WarmUp {

    private static final String TABLE = "\"name\":\"warm_up\",\"namespace\":\"warm_up\"";

    private final Path directory;

    WarmUp(Path directory) {
        this.directory = directory;
    }

    /**
     * All that an archive is to have.
     *
     * @throws IllegalStateException if a table can't be written or read: an archive without those classes is worth little
     */
    void run() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders("PUT".equals(exchange.getRequestMethod()) ? 201 : 410, -1);
            exchange.close();
        });
        server.start();
        try {
            int port = server.getAddress().getPort();
            tables(port);
            component("SecureAddExample", "{\"data_num\":2}", port);
        } finally {
            server.stop(0);
        }
    }

    /**
     * What does not ask a server; nothing is left of it.
     *
     * @throws IllegalStateException as {@link #run}
     */
    void tables() throws IOException {
        tables(0);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void tables(int port) throws IOException {
        Path csv = Files.writeString(directory.resolve("warm_up.csv"), "id,x0\n1,2\n3,4\n");
        succeed("Upload", "{" + TABLE + ",\"file\":\"" + csv.getFileName() + "\"}", port);
        succeed("Reader", "{\"table\":{" + TABLE + "}}", port);
    }

    private void succeed(String module, String parameters, int port) throws IOException {
        ExecutorResult result = component(module, parameters, port);
        if (!result.json().path("status").asText().equals("success")) {
            throw new IllegalStateException("the warm-up's " + module + " has failed");
        }
    }

    private ExecutorResult component(String module, String parameters, int port) throws IOException {
        Path config = directory.resolve("config.json");
        Files.writeString(config, """
                {"module":"%1$s","component_parameters":%2$s,"roles":{"guest":["0"],"host":["1"]},
                 "store":%3$s,"home":%3$s,"upload_folders":[%3$s],"exchange":{"url":"http://127.0.0.1:%4$d","token":"none"}}
                """.formatted(module, parameters, TextNode.valueOf(directory.toString()), port));
        Map<String, String> arguments = new HashMap<>();
        for (String name : new String[] {"job_id", "component_name", "task_id", "task_version", "party_id"}) {
            arguments.put(name, "0");
        }
        arguments.put("role", "guest");
        ExecutorResult result = new ComponentRun(
                        new Arguments(arguments), ExecutorConfig.read(config), Components::find)
                .run(results -> {});
        result.write(directory.resolve("result.json"));
        return result;
    }
}
