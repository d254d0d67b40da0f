package io.fateflow.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.transfer.object.ObjectStoreProvider;
import io.fateflow.transfer.object.ObjectStoreSettings;

import static java.util.Objects.requireNonNull;

/** A store for the tests of a class, whose bucket is empty before each of them; a static field with {@code @RegisterExtension}. */
public final class RunningStore implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private @Nullable Path place;
    private @Nullable StoreProcess process;
    private @Nullable ObjectStore store;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        place = Files.createTempDirectory("store");
        process = new StoreProcess(place);
        store = opened(process.settings());
    }

    /** Runs, unless the test has killed it. */
    public StoreProcess process() {
        return requireNonNull(process);
    }

    /** Its bucket, below the prefix of {@link StoreProcess#settings}. */
    public ObjectStore store() {
        return requireNonNull(store);
    }

    /** As a server finds it. */
    public static ObjectStore opened(ObjectStoreSettings settings) {
        return ServiceLoader.load(ObjectStoreProvider.class)
                .findFirst()
                .orElseThrow()
                .open(settings);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        for (StoredObject object : store().list("")) {
            store().delete(object.key());
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        store().close();
        process().close();
        List<Path> left;
        try (Stream<Path> files = Files.walk(requireNonNull(place))) {
            left = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : left) {
            Files.delete(file);
        }
    }
}
