package io.fateflow.webapp.connector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.process.PrivateFiles;
import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageEngine;
import io.fateflow.worker.storage.StorageServer;

/**
 * The connectors of this site, each a file of the home that only its user can read: they have passwords, and the database, its
 * backups and whoever reads them have none of these.
 */
@Component
public class Connectors {

    private static final String ENDING = ".json";

    private final Path folder;
    private final ConnectorProperties properties;
    private final WireJson json;

    Connectors(FateHome home, ConnectorProperties properties, WireJson json) {
        this.folder = home.home().resolve("connectors");
        this.properties = properties;
        this.json = json;
    }

    /** Keeps one, in place of what had its name. */
    void keep(Connector connector) {
        try {
            PrivateFiles.directory(folder);
            Path unfinished = folder.resolve("." + UUID.randomUUID() + ".part");
            try {
                PrivateFiles.write(unfinished, connector.kept(json.object()).toString());
                Files.move(
                        unfinished,
                        file(connector.name()),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("connector " + connector.name() + " can't be kept", e);
        }
    }

    Optional<Connector> find(String name) {
        if (!Connector.isName(name)) {
            return Optional.empty();
        }
        try {
            JsonNode kept = json.read(Files.readString(file(name)));
            return Optional.of(Connector.of(name, kept.path("engine").asText(), kept.path("connector_info")));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("connector " + name + " can't be read", e);
        }
    }

    /** Why this site opens no database there; empty if it may. */
    Optional<String> refusal(StorageServer server) {
        return properties.refusal(server);
    }

    /**
     * What is wrong with a table's address; empty if a connector leads to it.
     *
     * @param database empty for the connector's own
     */
    public Optional<String> objection(String name, StorageEngine engine, String database) {
        Optional<Connector> found = find(name);
        if (found.isEmpty()) {
            return Optional.of(
                    "FFB-5295 there is no connector \"%s\": an administrator makes it (table/connector/create)"
                            .formatted(name));
        }
        StorageServer server = found.get().server();
        if (server.engine() != engine) {
            return Optional.of("FFB-5295 connector %s is one to %s".formatted(name, server.engine()));
        }
        return problem(name, server, database).or(() -> refusal(server));
    }

    private static Optional<String> problem(String name, StorageServer server, String database) {
        String own = server.database();
        if (own.isEmpty() && database.isEmpty()) {
            return Optional.of("FFB-5295 address needs db: connector %s names no database".formatted(name));
        }
        if (!own.isEmpty() && !database.isEmpty() && !own.equals(database)) {
            return Optional.of("FFB-5295 connector %s leads to database %s alone".formatted(name, own));
        }
        try {
            server.with(own.isEmpty() ? database : own);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("FFB-5295 address: " + e.getMessage());
        }
    }

    /** With what an executor opens a database, password and all; empty if it may not, or there is no such connector. */
    public Optional<StorageAccess> access(String name, String database) {
        return find(name)
                .filter(found ->
                        objection(name, found.server().engine(), database).isEmpty())
                .map(found -> {
                    String own = found.server().database();
                    StorageServer server = found.server().with(own.isEmpty() ? database : own);
                    return new StorageAccess(
                            name,
                            server,
                            found.user(),
                            found.password(),
                            properties.encrypts(server),
                            properties.timeout());
                });
    }

    private Path file(String name) {
        return folder.resolve(name + ENDING);
    }
}
