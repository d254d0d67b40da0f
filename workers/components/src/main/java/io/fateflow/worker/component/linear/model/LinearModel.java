package io.fateflow.worker.component.linear.model;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/**
 * One party's part of a trained model: one single model, or one for each class against the rest.
 *
 * @param classes FATE's names of the classes, one for each single model; empty if there is only one
 */
public record LinearModel(List<SingleModel> singles, List<String> classes) {

    /** In the meta of a Poisson regression: the name of its column of exposure. */
    public static final String EXPOSURE = "exposureColname";

    public LinearModel {
        singles = List.copyOf(singles);
        classes = List.copyOf(classes);
        if (singles.size() != Math.max(1, classes.size())) {
            throw new IllegalArgumentException(classes.size() + " classes have " + singles.size() + " models");
        }
    }

    public static LinearModel of(SingleModel single) {
        return new LinearModel(List.of(single), List.of());
    }

    public boolean oneVsRest() {
        return !classes.isEmpty();
    }

    /** The columns it was trained with. */
    public List<String> header() {
        return singles.get(0).header();
    }

    /** FATE's form of it. */
    public Model toModel(String module, LinearParameters parameters, boolean intercept) {
        ObjectNode param = oneVsRest() ? oneVsRestJson() : singles.get(0).toJson();
        if (parameters.flavour().isClassifier()) {
            param.put("needOneVsRest", oneVsRest());
        }
        return model(module, parameters, intercept, oneVsRest(), param);
    }

    /** What FATE gives after cross validation: how, but not what was learned. */
    public static Model untrained(String module, LinearParameters parameters, boolean intercept) {
        ObjectNode param =
                new SingleModel(0, List.of(), false, List.of(), Weights.of(new double[0], false), 0).toJson();
        if (parameters.flavour().isClassifier()) {
            param.put("needOneVsRest", false);
        }
        return model(module, parameters, intercept, false, param);
    }

    /**
     * Reads FATE's form.
     *
     * @throws IllegalArgumentException if it is of another module, or broken
     */
    public static LinearModel of(Model model, Flavour flavour) {
        if (!model.paramName().equals(name(flavour) + "Param")) {
            throw new IllegalArgumentException("this is a model of " + model.module() + " (" + model.paramName()
                    + "), needed is a " + name(flavour) + "Param");
        }
        boolean intercept = model.meta().path("fitIntercept").asBoolean();
        JsonNode param = model.param();
        if (!param.path("needOneVsRest").asBoolean()) {
            return of(SingleModel.fromJson(param, intercept));
        }
        List<SingleModel> singles = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        JsonNode result = param.path("oneVsRestResult");
        result.path("completedModels").forEach(single -> singles.add(SingleModel.fromJson(single, intercept)));
        result.path("oneVsRestClasses").forEach(label -> classes.add(label.asText()));
        return new LinearModel(singles, classes);
    }

    private ObjectNode oneVsRestJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("bestIteration", SingleModel.LAST);
        json.putObject("encryptedWeight");
        header().forEach(json.putArray("header")::add);
        json.put("intercept", 0.0).put("isConverged", false).put("iters", 0);
        json.putArray("lossHistory");
        json.putObject("weight");
        ObjectNode result = json.putObject("oneVsRestResult");
        singles.forEach(single -> result.withArray("completedModels").add(single.toJson()));
        classes.forEach(result.putArray("oneVsRestClasses")::add);
        return json;
    }

    private static Model model(
            String module, LinearParameters parameters, boolean intercept, boolean oneVsRest, ObjectNode param) {
        String name = name(parameters.flavour());
        if (parameters.flavour() == Flavour.HETERO_POISSON) {
            param.remove(SingleModel.ENCRYPTED_WEIGHT);
        }
        return new Model(module, name + "Meta", meta(parameters, intercept, oneVsRest), name + "Param", param);
    }

    private static ObjectNode meta(LinearParameters parameters, boolean intercept, boolean oneVsRest) {
        ObjectNode meta = JsonNodeFactory.instance
                .objectNode()
                .put("alpha", parameters.penalty().alpha())
                .put("batchSize", Integer.toString(parameters.batching().size()))
                .put("earlyStop", LinearParameters.fateName(parameters.earlyStop()))
                .put("fitIntercept", intercept)
                .put("learningRate", parameters.learningRate().start())
                .put("maxIter", Integer.toString(parameters.maxIterations()))
                .put("module", parameters.flavour().isHomo() ? "HomoLR" : "")
                .put("optimizer", LinearParameters.fateName(parameters.optimizer()))
                .put("penalty", LinearParameters.fateName(parameters.penalty().kind()))
                .put("tol", parameters.tolerance());
        if (parameters.flavour().isClassifier()) {
            meta.put("needOneVsRest", oneVsRest)
                    .put("partyWeight", 0.0)
                    .put("reEncryptBatches", parameters.flavour().isHomo() ? "2" : "0")
                    .put("revealStrategy", "");
        }
        if (parameters.flavour() == Flavour.HETERO_POISSON) {
            meta.put(EXPOSURE, parameters.exposure()).remove("module");
        }
        if (parameters.flavour().isShared()) {
            meta.put("revealStrategy", parameters.reveal().strategy());
        }
        return meta;
    }

    private static String name(Flavour flavour) {
        return switch (flavour) {
            case HETERO_LR, SSHE_LR -> "HeteroLogisticRegression";
            case HETERO_LINR, SSHE_LINR -> "HeteroLinearRegression";
            case HETERO_POISSON -> "HeteroPoissonRegression";
            case HOMO_LR -> "HomoLogisticRegression";
        };
    }
}
