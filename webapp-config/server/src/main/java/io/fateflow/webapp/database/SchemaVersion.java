package io.fateflow.webapp.database;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;

/** Brings the tables to this program's version; never touches those of a newer one. */
final class SchemaVersion {

    private SchemaVersion() {}

    /** @throws StartFailedException if the tables are a newer program's, or not what they were made to be */
    static void migrate(Flyway flyway) {
        MigrationInfo[] all = flyway.info().all();
        Arrays.stream(all)
                .filter(info -> isOfTheFuture(info.getState()))
                .map(MigrationInfo::getVersion)
                .max(Comparator.naturalOrder())
                .ifPresent(newer -> {
                    throw new StartFailedException(
                            "FFB-5119 The database's tables have version %s, this program knows versions up to %s: a newer one has been here. Start that one, or restore the database from a copy of before"
                                    .formatted(newer, known(all)));
                });
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            throw new StartFailedException(
                    "FFB-5120 The database's tables can't be brought to this program's version: "
                            + String.valueOf(e.getMessage())
                                    .lines()
                                    .map(String::strip)
                                    .filter(line -> !line.isEmpty())
                                    .limit(3)
                                    .collect(Collectors.joining(" ")),
                    e);
        }
    }

    private static boolean isOfTheFuture(MigrationState state) {
        return state == MigrationState.FUTURE_SUCCESS || state == MigrationState.FUTURE_FAILED;
    }

    private static String known(MigrationInfo[] all) {
        return Arrays.stream(all)
                .filter(info -> !isOfTheFuture(info.getState()) && info.getVersion() != null)
                .map(MigrationInfo::getVersion)
                .max(Comparator.naturalOrder())
                .map(MigrationVersion::getVersion)
                .orElse("none");
    }
}
