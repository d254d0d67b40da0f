package io.fateflow.e2e;

import java.nio.file.Path;
import java.util.Map;

class ServerCrashOnH2Test extends ServerCrashContract {

    /** Nearly as it is without any setting; by a URL of its own no password is made, and the test can look into it. */
    @Override
    Map<String, String> database(Path home) {
        return Map.of(
                "spring.datasource.url",
                "jdbc:h2:file:" + home.resolve("db/fate-flow")
                        + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;DEFAULT_TABLE_ENGINE=io.fateflow.database.embedded.InPlaceTables",
                "spring.datasource.username",
                "sa");
    }
}
