package io.fateflow.engine.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.PredictConf;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobRejectedException;

/**
 * Completes what is submitted to predict: the DSL is the deployed model's, whatever was sent, and the training's conf
 * stands under the one that was sent (FATE DSL reference, "Predict jobs and deploy").
 */
public final class PredictSubmission {

    private static final String COMMON = "/job_parameters/common";

    /** What belongs to the training job itself. */
    private static final List<String> OF_THE_TRAINING =
            List.of("adaptation_parameters", "inheritance_info", "engines_address", "roles", "role_parameters");

    private final PipelineModelStore models;

    public PredictSubmission(PipelineModelStore models) {
        this.models = models;
    }

    /**
     * What is to be compiled.
     *
     * @param trainConf the training's conf; empty unless the job predicts
     */
    public record Documents(JobDocument dsl, JobDocument conf, ObjectNode trainConf) {

        public boolean isPrediction() {
            return !trainConf.isEmpty();
        }
    }

    /**
     * Training jobs, and what can't be read, stay as they are.
     *
     * @throws JobRejectedException if there is no such model, it is not deployed, or has not these parties
     */
    public Documents complete(JobDocument dsl, JobDocument conf) {
        Optional<ObjectNode> sent = read(conf).filter(PredictSubmission::isPrediction);
        return sent.isEmpty() ? new Documents(dsl, conf, Json.object()) : complete(sent.get());
    }

    private static Optional<ObjectNode> read(JobDocument conf) {
        try {
            JsonNode read = conf instanceof JobDocument.Text text
                    ? new ObjectMapper().readTree(text.json())
                    : ((JobDocument.Tree) conf).json();
            return Optional.ofNullable(read instanceof ObjectNode object ? object : null);
        } catch (IOException e) {
            // the translator says what is wrong with it
            return Optional.empty();
        }
    }

    private static boolean isPrediction(ObjectNode conf) {
        return new JobConf(conf).common().predicts();
    }

    private Documents complete(ObjectNode sent) {
        PipelineModel model = model(new JobConf(sent).common());
        ObjectNode trainConf = model.trainConf();
        ObjectNode base = trainConf.deepCopy();
        base.withObject(COMMON).remove(OF_THE_TRAINING);
        try {
            ObjectNode merged = PredictConf.merge(base, sent);
            return new Documents(
                    new JobDocument.Tree(model.deployedDsl().orElseThrow()), new JobDocument.Tree(merged), trainConf);
        } catch (IllegalArgumentException e) {
            throw rejected("FFB-2006", "/role", String.valueOf(e.getMessage()), "Predict with parties of the training");
        }
    }

    private PipelineModel model(JobParameters common) {
        String id = common.modelId();
        String version = common.modelVersion();
        PipelineModel model = models.find(id, version)
                .orElseThrow(() -> rejected(
                        "FFB-2005",
                        COMMON + "/model_version",
                        "this site has no model " + id + " of version " + version,
                        "Name model_id and model_version as the deployment answered them"));
        if (model.deployedDsl().isEmpty()) {
            throw rejected(
                    "FFB-2002",
                    COMMON + "/model_version",
                    "model has not been deployed yet",
                    "Deploy it with model/deploy, and name the version that it answers");
        }
        return model;
    }

    private static JobRejectedException rejected(String id, String pointer, String message, String hint) {
        return new JobRejectedException(List.of(new Problem(id, "conf", pointer, message, hint)));
    }
}
