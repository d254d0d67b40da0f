package io.fateflow.engine.model;

/** What became of a model that was to be taken over. */
public sealed interface ModelImport {

    /**
     * It is here.
     *
     * @param jobId stands in place of its training's job, which never ran here
     */
    record Done(String jobId) implements ModelImport {}

    /** This party has it already, and it was not to be replaced. */
    record Exists() implements ModelImport {}

    /**
     * The version is one of another model here.
     *
     * @param modelId whose it is
     */
    record OfAnotherModel(String modelId) implements ModelImport {}
}
