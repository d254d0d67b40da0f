package io.fateflow.e2e;

import java.util.Map;

class BoardOnPostgresqlTest extends BoardContract {

    @Override
    Map<String, String> database() {
        return Postgres.newDatabase();
    }
}
