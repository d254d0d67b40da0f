package io.fateflow.transfer.object;

/** Opens a store that stands in a module of its own; found by {@link java.util.ServiceLoader}. */
@FunctionalInterface
public interface ObjectStoreProvider {

    /** Connects nowhere yet. */
    ObjectStore open(ObjectStoreSettings settings);
}
