package io.fateflow.e2e;

import java.nio.file.Path;
import java.util.Map;

class ServerCrashOnPostgresqlTest extends ServerCrashContract {

    @Override
    Map<String, String> database(Path home) {
        return Postgres.newDatabase();
    }
}
