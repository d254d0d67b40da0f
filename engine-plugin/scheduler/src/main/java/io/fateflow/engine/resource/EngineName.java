package io.fateflow.engine.resource;

/**
 * A computing, storage or federation engine of this site, as FATE's registry names it.
 *
 * @param type {@code computing}, {@code storage} or {@code federation}
 * @param name such as {@code STANDALONE}, {@code EGGROLL}, {@code SPARK}
 */
public record EngineName(String type, String name) {

    public static EngineName computing(String name) {
        return new EngineName("computing", name);
    }
}
