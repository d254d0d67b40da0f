package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.model.ImportedModel;
import io.fateflow.engine.model.ImportedModel.DeployedFrom;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.WireJson;

/** FATE's message of a model as a whole: its documents are bytes, which are Base64 in JSON. */
final class PipelineMessage {

    private static final String PARAMETERS = "job_parameters";

    private PipelineMessage() {}

    /** @param model a row of {@code model/query} */
    static ObjectNode of(PartyModel part, ObjectNode model, WireJson json) throws IOException {
        ObjectNode message = json.object()
                .put("inferenceDsl", json.bytes(model.path("inference_dsl")))
                .put("trainDsl", json.bytes(model.path("train_dsl")))
                .put("trainRuntimeConf", json.bytes(model.path("runtime_conf")))
                .put("fateVersion", model.path("fate_version").asText())
                .put("modelId", part.modelId())
                .put("modelVersion", part.version())
                .put("parent", model.path("parent").asBoolean())
                .put("loadedTimes", 0)
                .put("roles", json.bytes(model.path("roles")))
                .put("workMode", 0)
                .put("initiatorRole", model.path("initiator_role").asText())
                .put("initiatorPartyId", model.path("initiator_party_id").asLong())
                .put("runtimeConfOnParty", json.bytes(model.path("runtime_conf_on_party")));
        return message.put("parentInfo", json.bytes(model.path("parent_info")));
    }

    /**
     * Reads it as the model of a part that may have other ids than it was exported with, as FATE does.
     *
     * @throws BadArchiveException if a document is none
     */
    static ImportedModel read(
            PartyModel part, JsonNode message, ObjectNode runParameters, String sha256, WireJson json) {
        ObjectNode conf = document(message, "trainRuntimeConf", json);
        ObjectNode onParty = document(message, "runtimeConfOnParty", json);
        ObjectNode dsl = document(message, "trainDsl", json);
        boolean isOfRole = false;
        for (JsonNode party : conf.path("role").path(part.role())) {
            isOfRole |= party.asText().equals(part.partyId());
        }
        if (!isOfRole) {
            throw new BadArchiveException(
                    "Party id \"%s\" is not in role \"%s\", please check if the party id and role is valid."
                            .formatted(part.partyId(), part.role()));
        }
        if (!dsl.path("components").isObject()) {
            throw new BadArchiveException("FFB-5254 " + ArchiveLayout.pipeline() + ": trainDsl has no components.");
        }
        conf.withObjectProperty(PARAMETERS)
                .withObjectProperty("common")
                .put("model_id", part.modelId())
                .put("model_version", part.version());
        onParty.withObjectProperty(PARAMETERS).put("model_id", part.modelId()).put("model_version", part.version());
        return new ImportedModel(
                part,
                conf.path("initiator"),
                conf.path("role"),
                dsl,
                conf,
                onParty,
                runParameters,
                deployed(message, json),
                sha256);
    }

    private static Optional<DeployedFrom> deployed(JsonNode message, WireJson json) {
        if (message.path("parent").asBoolean()) {
            return Optional.empty();
        }
        String parent = document(message, "parentInfo", json)
                .path("parent_model_version")
                .asText();
        if (!parent.matches("\\w{1,25}")) {
            throw new BadArchiveException("FFB-5254 " + ArchiveLayout.pipeline()
                    + ": a deployed model's parentInfo names no parent_model_version.");
        }
        return Optional.of(new DeployedFrom(parent, document(message, "inferenceDsl", json)));
    }

    private static ObjectNode document(JsonNode message, String name, WireJson json) {
        try {
            byte[] content = message.path(name).binaryValue();
            if (content != null && json.read(content) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new BadArchiveException(
                    "FFB-5254 " + ArchiveLayout.pipeline() + ": " + name + " is no JSON in Base64.", e);
        }
        throw new BadArchiveException("FFB-5254 " + ArchiveLayout.pipeline() + ": " + name + " is no JSON object.");
    }
}
