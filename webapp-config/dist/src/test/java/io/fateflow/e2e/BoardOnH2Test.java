package io.fateflow.e2e;

import java.util.Map;

class BoardOnH2Test extends BoardContract {

    @Override
    Map<String, String> database() {
        return Map.of();
    }
}
