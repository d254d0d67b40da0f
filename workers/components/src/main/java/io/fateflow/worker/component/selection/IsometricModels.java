package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.exchange.Party;

/** The models of other components that filters look at. */
final class IsometricModels {

    private final List<Model> models;
    private final Party self;

    IsometricModels(ComponentContext context) {
        this.models = context.models(ModelInput.Kind.ISOMETRIC_MODEL);
        this.self = context.task().self();
    }

    /** What a HeteroFeatureBinning left. */
    JsonNode binning() throws IOException {
        return require("binning_model", "HeteroFeatureBinning");
    }

    /** What a HeteroPearson left. */
    JsonNode pearson() throws IOException {
        return require("HeteroPearson", "HeteroPearson");
    }

    /** What a PSI left. */
    JsonNode psi() throws IOException {
        return require("psi", "PSI");
    }

    /** What a boosting module left. */
    JsonNode trees(TreeModule module) throws IOException {
        return only(found(model -> module.wrote(modelName(model))), module.module())
                .orElseThrow(() -> needs(module.module()));
    }

    /** What a DataStatistics left, if there is one. */
    Optional<JsonNode> statistics() throws IOException {
        return find("statistic_model", "DataStatistics");
    }

    private JsonNode require(String modelName, String module) throws IOException {
        return find(modelName, module).orElseThrow(() -> needs(module));
    }

    private Optional<JsonNode> find(String modelName, String module) throws IOException {
        return only(
                found(model ->
                        modelName(model).equals(modelName) || model.module().equalsIgnoreCase(module)),
                module);
    }

    private List<JsonNode> found(Predicate<Model> wanted) {
        return models.stream()
                .filter(wanted)
                .map(model -> (JsonNode) model.param())
                .toList();
    }

    private Optional<JsonNode> only(List<JsonNode> found, String module) throws IOException {
        if (found.size() > 1) {
            throw new IOException("HeteroFeatureSelection at " + self + " got " + found.size() + " models of " + module
                    + " and can't choose between them: name one under isometric_model");
        }
        return found.stream().findFirst();
    }

    private IOException needs(String module) {
        return new IOException("a filter of " + self + " needs the model of a " + module
                + ": name it under isometric_model in the DSL");
    }

    private static String modelName(Model model) {
        return model.param().path("modelName").asText();
    }
}
