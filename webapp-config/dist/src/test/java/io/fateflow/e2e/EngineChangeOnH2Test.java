package io.fateflow.e2e;

import java.util.Map;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = EngineChangeContract.CAMUNDA, matches = ".+")
class EngineChangeOnH2Test extends EngineChangeContract {

    @Override
    Map<String, String> database() {
        return Map.of();
    }
}
