package io.fateflow.engine.model;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** What users do with trained models. */
public interface ModelCommands {

    /**
     * Makes a version of a trained model to predict with, at all of its parties; the trained one stays as it is.
     *
     * @param components what to keep of the training's DSL; empty for all
     * @param inferenceDsl the DSL to predict with, as JSON; null to deduce it from the training's
     * @param checkpoints the components that are to predict with what they had learned by an earlier step
     */
    Deployment deploy(
            String modelId,
            String version,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> checkpoints);

    /** As the training has left all components. */
    default Deployment deploy(String modelId, String version, List<String> components, @Nullable String inferenceDsl) {
        return deploy(modelId, version, components, inferenceDsl, Map.of());
    }

    /**
     * Does this site's part of a deployment that another site has begun. A second call changes nothing.
     *
     * @param child the new version's id, the same at all sites
     */
    Deployment deployPart(
            String modelId,
            String version,
            String child,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> checkpoints);

    /**
     * Takes over a party's part of a model that was made elsewhere.
     *
     * @param learned by its components; may be read more than once, one after the other
     * @param replace whether a part that is here already gives way
     */
    ModelImport importPart(ImportedModel model, Iterable<ComponentModel> learned, boolean replace);

    /**
     * Takes over a part that was made of another one, for other parties.
     *
     * @param from what it was made of
     * @param learned by its components, with the new parties' ids
     */
    ModelImport migratePart(PartyModel from, ImportedModel model, Iterable<ComponentModel> learned);

    /**
     * Keeps what one component learned, changed, as a version of its own, which has nothing else.
     *
     * @param part whose it is
     * @return the version
     */
    String keepComponent(PartyModel part, ComponentModel changed);

    /** A new id: FATE Flow gives one to each call that it makes at several parties. */
    String newId();
}
