package io.fateflow.webapp.connector;

import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.webapp.api.ApiBody;
import io.fateflow.worker.storage.StorageEngine;
import io.fateflow.worker.storage.StorageServer;

/** A login at a database outside, under a name. */
record Connector(String name, StorageServer server, String user, String password) {

    /** Each name is a file's, too. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    private static final String PASSWORD = "passwd";

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * As FATE's call has it.
     *
     * @throws IllegalArgumentException naming what is wrong, without its value
     */
    static Connector of(String name, String engineName, JsonNode info) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "connector_name is 1 to 64 letters, digits, and _ . -, and begins with a letter or a digit");
        }
        StorageEngine engine = StorageEngine.of(engineName)
                .orElseThrow(() -> new IllegalArgumentException("engine is MYSQL or POSTGRESQL"));
        String user = ApiBody.text(info, "user");
        if (user.isEmpty()) {
            throw new IllegalArgumentException("connector_info has no user");
        }
        return new Connector(
                name,
                new StorageServer(
                        engine,
                        ApiBody.text(info, "host"),
                        info.path("port").asInt(info.hasNonNull("port") ? 0 : engine.usualPort()),
                        ApiBody.text(info, "db")),
                user,
                ApiBody.text(info, PASSWORD));
    }

    /** As it is shown: the password's place is empty. */
    ObjectNode shown(ObjectNode to) {
        return to.put("user", user)
                .putNull(PASSWORD)
                .put("host", server.host())
                .put("port", server.port())
                .put("db", server.database().isEmpty() ? null : server.database());
    }

    /** As its file has it. */
    ObjectNode kept(ObjectNode to) {
        to.put("connector_name", name).put("engine", server.engine().name());
        shown(to.putObject("connector_info")).put(PASSWORD, password);
        return to;
    }

    @Override
    public String toString() {
        return "connector " + name;
    }
}
