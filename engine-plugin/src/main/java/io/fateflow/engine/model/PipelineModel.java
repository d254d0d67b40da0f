package io.fateflow.engine.model;

import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;

/**
 * One party's part of a trained or deployed model, as a whole.
 *
 * @param jobId the job that trained it
 * @param parentVersion the trained version that this one is a deployment of; empty if it is a trained one
 * @param trainDsl the training's DSL
 * @param trainConf the training's conf, completed
 * @param deployedDsl the DSL to predict with; empty if it is a trained one
 */
public record PipelineModel(
        PartyModel key,
        String jobId,
        Optional<String> parentVersion,
        ObjectNode trainDsl,
        ObjectNode trainConf,
        Optional<ObjectNode> deployedDsl) {

    public Party party() {
        return new Party(key.role(), Long.parseLong(key.partyId()));
    }

    /** Whether it was deployed: only then jobs may predict with it. */
    public boolean isDeployed() {
        return parentVersion.isPresent();
    }
}
