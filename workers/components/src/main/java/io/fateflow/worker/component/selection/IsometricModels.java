package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

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

    /** What a DataStatistics left, if there is one. */
    Optional<JsonNode> statistics() throws IOException {
        return find("statistic_model", "DataStatistics");
    }

    private JsonNode require(String modelName, String module) throws IOException {
        return find(modelName, module)
                .orElseThrow(() -> new IOException("a filter of " + self + " needs the model of a " + module
                        + ": name it under isometric_model in the DSL"));
    }

    private Optional<JsonNode> find(String modelName, String module) throws IOException {
        List<JsonNode> found = models.stream()
                .filter(model -> model.param().path("modelName").asText().equals(modelName)
                        || model.module().equalsIgnoreCase(module))
                .map(model -> (JsonNode) model.param())
                .toList();
        if (found.size() > 1) {
            throw new IOException("HeteroFeatureSelection at " + self + " got " + found.size() + " models of " + module
                    + " and can't choose between them: name one under isometric_model");
        }
        return found.stream().findFirst();
    }
}
