package io.fateflow.worker.component.boosting.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.boosting.parameter.TreeParameters;
import io.fateflow.worker.component.boosting.tree.Tree;

/** FATE's JSON form of a model. */
public enum ModelJson {
    GUEST("HeteroSecureBoostingTreeGuest", "HeteroSecureBoost"),
    HOST("HeteroSecureBoostingTreeHost", "HeteroSecureBoost"),
    HOMO("HomoSecureBoostingTreeGuest", "HomoSecureBoost");

    private final String name;
    private final String module;

    ModelJson(String name, String module) {
        this.name = name;
        this.module = module;
    }

    /** Writes a model. */
    public Model write(String ownModule, BoostingParameters parameters, BoostingModel model) {
        return new Model(ownModule, name + "Meta", meta(parameters, model), name + "Param", param(model));
    }

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException if it is of another module, or broken
     */
    public BoostingModel read(Model model) {
        if (!model.paramName().equals(name + "Param")) {
            throw new IllegalArgumentException("this is a model of " + model.module() + " (" + model.paramName()
                    + "), needed is a " + name + "Param");
        }
        JsonNode param = model.param();
        List<Tree> trees = new ArrayList<>();
        param.path("trees").forEach(tree -> trees.add(TreeJson.read(tree)));
        Map<String, String> anonymous = new LinkedHashMap<>();
        param.path("anonymousNameMapping")
                .properties()
                .forEach(each -> anonymous.put(each.getKey(), each.getValue().asText()));
        return new BoostingModel(
                trees,
                Math.max(1, param.path("treeDim").asInt()),
                numbers(param.path("initScore")),
                numbers(param.path("losses")),
                texts(param.path("classes")),
                header(param.path("featureNameFidMapping")),
                anonymous,
                importances(param.path("featureImportances")),
                param.path("bestIteration").asInt(BoostingModel.LAST),
                texts(param.path("treePlan")),
                learned(model.meta()));
    }

    private ObjectNode meta(BoostingParameters parameters, BoostingModel model) {
        boolean host = this == HOST;
        TreeParameters tree = parameters.tree();
        ObjectNode meta = JsonNodeFactory.instance
                .objectNode()
                .put(
                        "boostingStrategy",
                        this == HOMO ? "" : model.learned().strategy().fateName())
                .put("learningRate", model.learned().learningRate())
                .put("module", module)
                .put("nIterNoChange", !host && parameters.stopsWhenConverged())
                .put("numTrees", parameters.rounds())
                .put("taskType", model.learned().classification() ? "classification" : "regression")
                .put("tol", host ? 0.0 : parameters.tolerance())
                .put("useMissing", model.learned().useMissing())
                .put("workMode", "")
                .put("zeroAsMissing", model.learned().zeroAsMissing());
        ObjectNode objective = meta.putObject("objectiveMeta");
        objective.put("objective", model.learned().objective());
        model.learned().objectiveValues().forEach(objective.putArray("param")::add);
        meta.putObject("quantileMeta").put("binNum", parameters.bins()).put("quantileMethod", "");
        ObjectNode treeMeta = meta.putObject("treeMeta");
        ObjectNode criterion = treeMeta.putObject("criterionMeta");
        criterion.put("criterionMethod", host ? "" : "xgboost");
        ArrayNode values = criterion.putArray("criterionParam");
        if (!host) {
            values.add(tree.l2()).add(tree.l1());
        }
        treeMeta.put("maxDepth", tree.maxDepth())
                .put("minImpuritySplit", tree.leastGain())
                .put("minLeafNode", tree.leastLeafRows())
                .put("minSampleSplit", tree.leastSplitRows())
                .put("useMissing", model.learned().useMissing())
                .put("zeroAsMissing", model.learned().zeroAsMissing());
        return meta;
    }

    private ObjectNode param(BoostingModel model) {
        ObjectNode param = JsonNodeFactory.instance
                .objectNode()
                .put("bestIteration", model.bestIteration())
                .put("modelName", modelName(model.learned().strategy()))
                .put(
                        "numClasses",
                        model.classes().isEmpty() && this != HOST
                                ? 1
                                : model.classes().size())
                .put("treeDim", model.dimension())
                .put("treeNum", model.trees().size());
        model.start().forEach(param.putArray("initScore")::add);
        model.losses().forEach(param.putArray("losses")::add);
        model.classes().forEach(param.putArray("classes")::add);
        model.plan().forEach(param.putArray("treePlan")::add);
        param.putArray("trees")
                .addAll(model.trees().stream()
                        .map(this == HOMO ? TreeJson::writePlain : TreeJson::write)
                        .toList());
        ObjectNode names = param.putObject("featureNameFidMapping");
        for (int feature = 0; feature < model.header().size(); feature++) {
            names.put(Integer.toString(feature), model.header().get(feature));
        }
        ObjectNode anonymous = param.putObject("anonymousNameMapping");
        model.anonymous().forEach(anonymous::put);
        ArrayNode importances = param.putArray("featureImportances");
        model.importances().forEach(each -> importances
                .addObject()
                .put("fid", each.feature())
                .put("fullname", each.name())
                .put("importance", each.splits())
                .put("importance2", each.gain())
                .put("main", "split")
                .put("sitename", each.site()));
        return param;
    }

    private String modelName(Strategy.Kind strategy) {
        if (this == HOMO) {
            return "homo_sbt";
        }
        return switch (strategy) {
            case STD -> "hetero_sbt";
            case MIX -> "hetero_fast_sbt_mix";
            case LAYERED -> "hetero_fast_sbt_layered";
        };
    }

    private static BoostingModel.Learned learned(JsonNode meta) {
        String strategy = meta.path("boostingStrategy").asText();
        return new BoostingModel.Learned(
                meta.path("taskType").asText("classification").equals("classification"),
                meta.path("objectiveMeta").path("objective").asText(),
                numbers(meta.path("objectiveMeta").path("param")),
                meta.path("learningRate").asDouble(),
                strategy.isEmpty() ? Strategy.Kind.STD : Strategy.Kind.of(strategy),
                meta.path("useMissing").asBoolean(),
                meta.path("zeroAsMissing").asBoolean());
    }

    private static List<Importance> importances(JsonNode array) {
        List<Importance> importances = new ArrayList<>();
        array.forEach(each -> importances.add(new Importance(
                each.path("sitename").asText(),
                each.path("fid").asInt(),
                each.path("fullname").asText(),
                each.path("importance").asDouble(),
                each.path("importance2").asDouble())));
        return importances;
    }

    private static List<String> header(JsonNode names) {
        List<String> header = new ArrayList<>();
        for (int feature = 0; feature < names.size(); feature++) {
            JsonNode name = names.path(Integer.toString(feature));
            if (name.isMissingNode()) {
                throw new IllegalArgumentException("the model does not name its column " + feature);
            }
            header.add(name.asText());
        }
        return header;
    }

    private static List<Double> numbers(JsonNode array) {
        List<Double> numbers = new ArrayList<>();
        array.forEach(number -> numbers.add(number.asDouble()));
        return numbers;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
