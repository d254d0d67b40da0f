package io.fateflow.webapp.model.archive;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.fateflow.s3.RunningStore;

final class KeptModelsInObjectStoreTest extends KeptModelsContract {

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    @Override
    ModelFiles files() {
        return new ModelStoreObjects(RUNNING.store(), directory.resolve("scratch"));
    }
}
