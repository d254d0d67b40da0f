package io.fateflow.engine.model;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A party's part of a model that was made elsewhere, without what its components learned.
 *
 * @param initiator of its training, as an object of its role and party id
 * @param roles of its training: the parties of each role
 * @param trainDsl the training's DSL
 * @param trainConf the training's conf
 * @param confOnParty the training's conf as this party had it
 * @param runParameters what each component was told, by its name
 * @param deployed empty if it is a trained one, with which no job may predict
 * @param sha256 of the archive that it came in
 */
public record ImportedModel(
        PartyModel owner,
        JsonNode initiator,
        JsonNode roles,
        ObjectNode trainDsl,
        ObjectNode trainConf,
        ObjectNode confOnParty,
        ObjectNode runParameters,
        Optional<DeployedFrom> deployed,
        String sha256) {

    /**
     * What makes a version one to predict with.
     *
     * @param parentVersion the trained one; empty if nobody knows
     */
    public record DeployedFrom(String parentVersion, ObjectNode inferenceDsl) {}
}
