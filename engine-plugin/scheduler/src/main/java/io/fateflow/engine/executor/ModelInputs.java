package io.fateflow.engine.executor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentCheckpoint;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.PartyModel;

/**
 * The models that a component takes: {@code inputs.model} and {@code inputs.isometric_model}, in the DSL's order.
 *
 * <p>As in FATE, {@code component.alias} is a model of this job, {@code pipeline.component.alias} one of the trained model
 * that the job's parameters name; in a predict job the trained model is looked at first, then what the job itself made. A
 * model that this party's component did not make is left out; {@code inputs.declared_models} has its component all the same:
 * FATE's own components go by what is declared. Where the party has nothing at all of the trained version,
 * {@code inputs.missing_models} names what the component was to get: an executor must not train anew in its place.
 */
final class ModelInputs {

    private static final List<String> SLOTS = List.of("model", "isometric_model");
    private static final String TRAINED = "pipeline.";
    private static final String DECLARED = "declared_models";
    private static final String LOADER = "ModelLoader";
    private static final String ARBITER = "arbiter";

    private final ComponentModelStore models;
    private final CheckpointStore checkpoints;

    ModelInputs(ComponentModelStore models, CheckpointStore checkpoints) {
        this.models = models;
        this.checkpoints = checkpoints;
    }

    private record Reference(String component, String alias) {

        static Reference of(String text) {
            boolean threeParts = text.indexOf('.') != text.lastIndexOf('.');
            String name = threeParts && text.startsWith(TRAINED) ? text.substring(TRAINED.length()) : text;
            return new Reference(
                    name.substring(0, Math.max(0, name.indexOf('.'))), name.substring(name.lastIndexOf('.') + 1));
        }

        boolean isTo(ComponentModel model) {
            return component.equals(model.component()) && alias.equals(model.alias());
        }
    }

    /**
     * Adds both lists, empty where nothing is declared, and by slot the components whose models are declared.
     *
     * @param own the job's own models at this party
     * @param trainedVersion the version that the job's parameters name; in training the job's own
     * @param input the component's {@code input} in the DSL
     */
    void addTo(ObjectNode inputs, PartyModel own, String trainedVersion, JsonNode input) {
        Set<String> components = new HashSet<>();
        SLOTS.forEach(slot -> input.path(slot)
                .forEach(text -> components.add(Reference.of(text.asText()).component())));
        List<ComponentModel> known = new ArrayList<>(models.find(own.withVersion(trainedVersion), components));
        if (!trainedVersion.equals(own.version())) {
            known.addAll(models.find(own, components));
        }
        for (String slot : SLOTS) {
            ArrayNode list = inputs.putArray(slot);
            input.path(slot).forEach(text -> inputs.withObjectProperty(DECLARED)
                    .withArrayProperty(slot)
                    .add(Reference.of(text.asText()).component()));
            input.path(slot).forEach(text -> find(known, Reference.of(text.asText()))
                    .ifPresent(model -> list.add(model.toJson())));
        }
        if (!trainedVersion.equals(own.version())) {
            addMissing(inputs, own.withVersion(trainedVersion), input.path(SLOTS.get(0)), known);
        }
    }

    /** An arbiter may well have none. */
    private void addMissing(ObjectNode inputs, PartyModel trained, JsonNode declared, List<ComponentModel> known) {
        List<String> missing = new ArrayList<>();
        declared.forEach(text -> {
            if (find(known, Reference.of(text.asText())).isEmpty()) {
                missing.add(text.asText());
            }
        });
        if (!missing.isEmpty() && !trained.role().equals(ARBITER) && !models.isHere(trained)) {
            ArrayNode list = inputs.putArray("missing_models");
            missing.forEach(text -> list.add(text + " of model " + trained.modelId() + " " + trained.version()));
        }
    }

    private static Optional<ComponentModel> find(List<ComponentModel> known, Reference reference) {
        return known.stream().filter(reference::isTo).findFirst();
    }

    /**
     * A ModelLoader's model is named by its parameters. As in FATE, {@code model_alias} means what was there at the training's
     * end; else {@code step_index} or {@code step_name} mean a checkpoint; without any of them it is the first model of the
     * component, or, if it has none, its last checkpoint.
     *
     * <p>Of a model that is not there nothing is added: the ModelLoader says so.
     */
    void addLoaded(ObjectNode inputs, PartyModel own, String module, JsonNode parameters) {
        if (!module.equals(LOADER)) {
            return;
        }
        PartyModel named = new PartyModel(
                parameters.path("model_id").asText(),
                parameters.path("model_version").asText(),
                own.role(),
                own.partyId());
        loaded(named, parameters)
                .ifPresent(model -> inputs.withArrayProperty("model").add(model.toJson()));
    }

    private Optional<ComponentModel> loaded(PartyModel named, JsonNode parameters) {
        String component = parameters.path("component_name").asText();
        List<ComponentModel> last = models.find(named, List.of(component));
        if (parameters.hasNonNull("model_alias")) {
            String alias = parameters.path("model_alias").asText();
            return last.stream().filter(model -> alias.equals(model.alias())).findFirst();
        }
        Optional<CheckpointStep> step = CheckpointStep.of(parameters);
        return step.isEmpty() && !last.isEmpty()
                ? Optional.of(last.get(0))
                : checkpoints
                        .find(named, component, step.orElse(new CheckpointStep.Last()))
                        .map(ComponentCheckpoint::model);
    }
}
