package io.fateflow.worker.storage;

import java.util.Locale;
import java.util.Optional;

/** The kinds of databases that connectors lead to. */
public enum StorageEngine {
    /** MySQL and MariaDB. */
    MYSQL(3306),
    POSTGRESQL(5432);

    private final int usualPort;

    StorageEngine(int usualPort) {
        this.usualPort = usualPort;
    }

    public int usualPort() {
        return usualPort;
    }

    /** By its name in any case; empty if there is no such engine. */
    public static Optional<StorageEngine> of(String name) {
        for (StorageEngine engine : values()) {
            if (engine.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(engine);
            }
        }
        return Optional.empty();
    }
}
