package io.fateflow.engine.model;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;

/**
 * A trained or deployed model as a whole, as far as this site has it.
 *
 * @param version the id of the job that trained it, or of its deployment
 * @param jobId the job that trained it
 * @param trainDsl the training's DSL
 * @param trainConf the training's conf, completed
 * @param deployedDsl the DSL to predict with; empty if it is a trained one, with which no job may predict
 * @param parties who have a part of it here, in the global order of parties
 */
public record PipelineModel(
        String modelId,
        String version,
        String jobId,
        ObjectNode trainDsl,
        ObjectNode trainConf,
        Optional<ObjectNode> deployedDsl,
        List<Party> parties) {}
