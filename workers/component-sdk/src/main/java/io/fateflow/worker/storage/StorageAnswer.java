package io.fateflow.worker.storage;

import java.io.IOException;
import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A {@link StorageAccess} between a server and its executor, as JSON. */
public final class StorageAnswer {

    private static final ObjectMapper JSON = new ObjectMapper();

    private StorageAnswer() {}

    /** For the executor alone: the password is in it. */
    public static ObjectNode write(StorageAccess access) {
        StorageServer server = access.server();
        return JSON.createObjectNode()
                .put("connector", access.connector())
                .put("engine", server.engine().name())
                .put("host", server.host())
                .put("port", server.port())
                .put("database", server.database())
                .put("user", access.user())
                .put("password", access.password())
                .put("encrypted", access.isEncrypted())
                .put("timeoutMillis", access.timeout().toMillis());
    }

    /** @throws IOException if it is none; its message quotes nothing of it */
    public static StorageAccess read(byte[] answer) throws IOException {
        try {
            JsonNode json = JSON.readTree(answer);
            return new StorageAccess(
                    json.path("connector").asText(),
                    new StorageServer(
                            StorageEngine.valueOf(json.path("engine").asText()),
                            json.path("host").asText(),
                            json.path("port").asInt(),
                            json.path("database").asText()),
                    json.path("user").asText(),
                    json.path("password").asText(),
                    json.path("encrypted").asBoolean(true),
                    Duration.ofMillis(json.path("timeoutMillis").asLong()));
        } catch (IOException | IllegalArgumentException broken) {
            throw new IOException("the server's answer about a connector can't be read");
        }
    }
}
