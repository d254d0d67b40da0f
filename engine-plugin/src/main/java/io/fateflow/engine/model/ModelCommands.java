package io.fateflow.engine.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** What users do with trained models. */
public interface ModelCommands {

    /**
     * Makes a version of a trained model to predict with; the trained one stays as it is.
     *
     * @param components what to keep of the training's DSL; empty for all
     * @param inferenceDsl the DSL to predict with, as JSON; null to deduce it from the training's
     */
    Deployment deploy(String modelId, String version, List<String> components, @Nullable String inferenceDsl);
}
