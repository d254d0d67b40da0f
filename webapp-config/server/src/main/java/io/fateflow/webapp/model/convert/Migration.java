package io.fateflow.webapp.model.convert;

import java.util.Map;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import io.fateflow.engine.model.ComponentModel;

/** What components have learned, with other parties' ids: the modules and places of FATE's {@code model_migrate}. */
public final class Migration {

    private static final String BINNING = "binningResult";

    private final OtherParties parties;

    public Migration(OtherParties parties) {
        this.parties = parties;
    }

    /** The model of the same component for the other parties; the same one, if its module's models name no parties. */
    public ComponentModel of(ComponentModel model) {
        if (!(model.param().deepCopy() instanceof ObjectNode param)) {
            return model;
        }
        switch (model.module()) {
            case "HeteroSecureBoost", "HeteroFastSecureBoost" -> trees(param);
            case "HeteroPearson" -> pearson(param);
            case "HeteroFeatureBinning" -> binning(param);
            case "HeteroFeatureSelection" -> selection(param);
            case "DataTransform" -> texts(param, "anonymousHeader", parties::column);
            default -> {
                return model;
            }
        }
        return new ComponentModel(
                model.component(),
                model.alias(),
                model.module(),
                model.metaName(),
                model.meta(),
                model.paramName(),
                param);
    }

    private void trees(ObjectNode param) {
        for (JsonNode importance : param.path("featureImportances")) {
            text(importance, "sitename", parties::site);
            text(importance, "fullname", name -> isOwn(param, name) ? name : parties.column(name));
        }
        for (JsonNode tree : param.path("trees")) {
            tree.path("tree").forEach(node -> text(node, "sitename", parties::site));
        }
        texts(param, "treePlan", parties::plan);
        keys(param, "anonymousNameMapping");
    }

    private static boolean isOwn(JsonNode param, String name) {
        return param.path("featureNameFidMapping").properties().stream()
                .anyMatch(own -> own.getValue().asText().equals(name));
    }

    private void pearson(ObjectNode param) {
        text(param, "party", parties::pair);
        texts(param, "parties", parties::pair);
        param.path("anonymousMap").forEach(column -> text(column, "anonymous", parties::column));
        param.path("allNames").forEach(names -> texts(names, "names", parties::column));
    }

    private void binning(ObjectNode param) {
        texts(param, "headerAnonymous", parties::column);
        party(param.path(BINNING));
        param.path("hostResults").forEach(this::hostResult);
        JsonNode classes = param.path("multiClassResult");
        classes.path("results").forEach(this::party);
        classes.path("hostResults").forEach(this::hostResult);
        texts(classes, "hostPartyIds", id -> parties.id("host", id));
    }

    private void hostResult(JsonNode result) {
        party(result);
        keys(result, BINNING);
    }

    private void party(JsonNode result) {
        text(result, "partyId", id -> parties.id(result.path("role").asText(), id));
    }

    private void selection(ObjectNode param) {
        for (JsonNode host : param.path("hostColNames")) {
            text(host, "partyId", id -> parties.id("host", id));
            texts(host, "colNames", parties::column);
        }
        for (JsonNode result : param.path("results")) {
            result.path("hostFeatureValues").forEach(values -> keys(values, "featureValues"));
            result.path("hostLeftCols").forEach(left -> {
                texts(left, "originalCols", parties::column);
                keys(left, "leftCols");
            });
        }
        if (param.path("colNameToAnonymDict") instanceof ObjectNode names) {
            names.properties()
                    .forEach(name -> name.setValue(
                            TextNode.valueOf(parties.column(name.getValue().asText()))));
        }
    }

    private static void text(JsonNode node, String name, UnaryOperator<String> change) {
        if (node instanceof ObjectNode object && object.path(name).isTextual()) {
            object.put(name, change.apply(object.path(name).asText()));
        }
    }

    private static void texts(JsonNode node, String name, UnaryOperator<String> change) {
        if (node.path(name) instanceof ArrayNode array) {
            ArrayNode changed = JsonNodeFactory.instance.arrayNode();
            array.forEach(text -> changed.add(change.apply(text.asText())));
            ((ObjectNode) node).set(name, changed);
        }
    }

    private void keys(JsonNode node, String name) {
        if (node.path(name) instanceof ObjectNode map) {
            ObjectNode changed = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : map.properties()) {
                changed.set(parties.column(entry.getKey()), entry.getValue());
            }
            ((ObjectNode) node).set(name, changed);
        }
    }
}
