package io.fateflow.e2e;

import java.util.Map;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.fateflow.s3.RunningStore;
import io.fateflow.s3.StoreProcess;

import static org.assertj.core.api.Assertions.assertThat;

class FilesByPathOfObjectStoreTest extends FilesByPathContract {

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    private final StoreProcess store = RUNNING.process();

    @Override
    Map<String, Object> settings() {
        return ObjectStoreTest.settings(store);
    }

    @Override
    void withExecutors(String server, Runnable work) {
        work.run();
        assertThat(FilesBelow.of(store.bucket().resolve("fate/tables"))).isNotEmpty();
    }
}
