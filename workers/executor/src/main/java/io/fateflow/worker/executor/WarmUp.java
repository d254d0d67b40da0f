package io.fateflow.worker.executor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;

/**
 * Uses once what components use, so that the classes get into the archive that is made of this process when it ends:
 * an executor that starts with the archive starts in half the time.
 */
final class WarmUp {

    private static final String TABLE = "\"name\":\"warm_up\",\"namespace\":\"warm_up\"";

    private final Path directory;

    WarmUp(Path directory) {
        this.directory = directory;
    }

    void run() throws IOException {
        Path csv = Files.writeString(directory.resolve("warm_up.csv"), "id,x0\n1,2\n3,4\n");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders("PUT".equals(exchange.getRequestMethod()) ? 201 : 410, -1);
            exchange.close();
        });
        server.start();
        try {
            int port = server.getAddress().getPort();
            component("Upload", "{" + TABLE + ",\"file\":\"" + csv.getFileName() + "\"}", port);
            component("Reader", "{\"table\":{" + TABLE + "}}", port);
            component("SecureAddExample", "{\"data_num\":2}", port);
        } finally {
            server.stop(0);
        }
    }

    private void component(String module, String parameters, int port) throws IOException {
        Path config = directory.resolve("config.json");
        Files.writeString(config, """
                {"module":"%s","component_parameters":%s,"roles":{"guest":["0"],"host":["1"]},
                 "store":".","home":".","exchange":{"url":"http://127.0.0.1:%d","token":"none"}}
                """.formatted(module, parameters, port));
        Map<String, String> arguments = new HashMap<>();
        for (String name : new String[] {"job_id", "component_name", "task_id", "task_version", "party_id"}) {
            arguments.put(name, "0");
        }
        arguments.put("role", "guest");
        new ComponentRun(new Arguments(arguments), ExecutorConfig.read(config))
                .run()
                .write(directory.resolve("result.json"));
    }
}
