package io.fateflow.worker.component;

import java.util.List;

/**
 * The caches of a component: tables of this party's own, for no other component's eyes, from which a later run goes on.
 *
 * @param inputs those that it may go on from, in the DSL's order
 * @param outputs the names that the DSL gives to those that it leaves
 */
public record Caches(List<Input> inputs, List<String> outputs) {

    /** Of a component without any. */
    public static final Caches NONE = new Caches(List.of(), List.of());

    public Caches {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }
}
