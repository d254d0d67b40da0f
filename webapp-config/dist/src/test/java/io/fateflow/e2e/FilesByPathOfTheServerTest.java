package io.fateflow.e2e;

import java.util.Map;

/** Executors that have the server's folder: what others are held against. */
class FilesByPathOfTheServerTest extends FilesByPathContract {

    @Override
    Map<String, Object> settings() {
        return Map.of();
    }

    @Override
    void withExecutors(String server, Runnable work) {
        work.run();
    }
}
