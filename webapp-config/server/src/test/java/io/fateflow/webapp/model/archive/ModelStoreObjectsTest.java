package io.fateflow.webapp.model.archive;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.fateflow.s3.RunningStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModelStoreObjectsTest extends ModelStoreContract {

    @RegisterExtension
    static final RunningStore RUNNING = new RunningStore();

    @Override
    ModelStore store() {
        return store("scratch");
    }

    private ModelStore store(String scratch) {
        return new ModelStoreObjects(RUNNING.store(), directory.resolve(scratch));
    }

    @Test
    void anotherServerReadsWhatOneHasStored() throws IOException {
        put(store("one"), PART, "a model");

        assertThat(store("two").has(PART)).isTrue();
        assertThat(text(store("two"), PART)).isEqualTo("a model");
        assertThat(RUNNING.store().list("models/")).hasSize(1);
    }

    @Test
    void anArchiveIsWhatItWasWhenTheStoreIsAway() throws IOException {
        ModelStore store = store();
        put(store, PART, "a model");
        RUNNING.process().kill();
        try {
            assertThatThrownBy(() -> put(store, PART, "another")).hasMessageContaining("FFB-5263");
            assertThatThrownBy(() -> text(store, PART)).hasMessageContaining("FFB-5263");
            assertThatThrownBy(() -> store.has(PART)).hasMessageContaining("FFB-5263");
        } finally {
            RUNNING.process().start();
        }

        assertThat(text(store, PART)).isEqualTo("a model");
    }
}
