package io.fateflow.e2e;

import java.util.Map;

class JobOnH2Test extends JobOnARealServerContract {

    /** The server's own choice: a file below its home. */
    @Override
    Map<String, String> database() {
        return Map.of();
    }
}
