package io.fateflow.worker.component;

/**
 * A model that another component left, or this one in an earlier job.
 *
 * @param kind how the DSL refers to it
 * @param component that made it
 * @param alias the name of that component's output
 */
public record ModelInput(Kind kind, String component, String alias, Model model) {

    /** FATE's two ways to use a model. */
    public enum Kind {
        /** To go on with: predict, transform, or warm start. */
        MODEL,
        /** Of another module, to look at. */
        ISOMETRIC_MODEL
    }
}
