package io.fateflow.webapp.connector;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.worker.storage.StorageEngine;

/** What {@code table/bind} and {@code data/writer} say of a table of a database. */
@Component
public class DatabaseAddresses {

    /** What FATE's address has, and only a connector has here. */
    private static final List<String> LOGIN = List.of("user", "passwd", "password", "host", "port");

    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final int LONGEST_NAME = 128;

    private final Connectors connectors;
    private final WireJson json;

    DatabaseAddresses(Connectors connectors, WireJson json) {
        this.connectors = connectors;
        this.json = json;
    }

    /** What is wrong with an address; never with a value of it that could be a secret. */
    public Optional<String> objection(StorageEngine engine, JsonNode address) {
        for (String key : LOGIN) {
            if (address.hasNonNull(key)) {
                return Optional.of(
                        "FFB-5295 address has " + key + ": a login and a host stand in no table and in no job"
                                + "\nWhat to do: have an administrator make a connector (table/connector/create), and send its"
                                + " connector_name");
            }
        }
        String name = ApiBody.text(address, "name");
        String schema = ApiBody.text(address, "schema");
        if (name.isBlank() || name.length() > LONGEST_NAME || schema.length() > LONGEST_NAME) {
            return Optional.of("FFB-5295 address needs name, the table's in its database, of " + LONGEST_NAME
                    + " characters at most");
        }
        return connectors.objection(ApiBody.text(address, "connector_name"), engine, ApiBody.text(address, "db"));
    }

    /** What a Reader is told of it; {@code id_column} is known to be there. */
    public ObjectNode how(ObjectNode sent) {
        ObjectNode database = json.object();
        JsonNode address = sent.path("address");
        ObjectNode kept = database.putObject("address");
        for (String key : List.of("connector_name", "db", "schema", "name")) {
            String text = ApiBody.text(address, key);
            if (!text.isEmpty()) {
                kept.put(key, text);
            }
        }
        database.put("id", id(sent));
        String features = first(sent, "feature_column", "feature_name");
        if (!features.isBlank()) {
            COMMA.splitAsStream(features.strip()).forEach(database.putArray("features")::add);
        }
        return database;
    }

    /** Empty if the call names none. */
    public static String id(ObjectNode sent) {
        return first(sent, "id_column", "id_name");
    }

    private static String first(ObjectNode sent, String key, String otherwise) {
        String text = ApiBody.text(sent, key);
        return text.isEmpty() ? ApiBody.text(sent, otherwise) : text;
    }
}
