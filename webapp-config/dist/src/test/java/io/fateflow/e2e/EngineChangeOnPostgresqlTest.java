package io.fateflow.e2e;

import java.util.Map;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = EngineChangeContract.CAMUNDA, matches = ".+")
class EngineChangeOnPostgresqlTest extends EngineChangeContract {

    @Override
    Map<String, String> database() {
        return Postgres.newDatabase();
    }
}
