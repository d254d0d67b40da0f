package io.fateflow.e2e;

import java.util.Map;

class JobOnPostgresqlTest extends JobOnARealServerContract {

    @Override
    Map<String, String> database() {
        return Postgres.newDatabase();
    }
}
