package io.fateflow.dsl;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads whether the job trains or predicts, and what a predict job needs. */
final class JobType {

    private static final List<String> MODEL_KEYS = List.of("model_id", "model_version");

    private final Place place;
    private final Findings findings;

    /**
     * A reader.
     *
     * @param place where the common job parameters are in the submitted conf
     */
    JobType(Place place, Findings findings) {
        this.place = place;
        this.findings = findings;
    }

    static Place placeInVersion2() {
        return Place.of(Document.CONF).at("job_parameters").at("common");
    }

    JobKind read(ObjectNode conf) {
        JsonNode common = conf.path("job_parameters").path("common");
        JsonNode type = common.path("job_type");
        if (type.isMissingNode()) {
            return JobKind.TRAIN;
        }
        return switch (type.asText()) {
            case "train" -> JobKind.TRAIN;
            case "predict" -> predict(common);
            default -> {
                findings.add(ProblemKind.JOB_TYPE_INVALID, place.at("job_type"), type);
                yield JobKind.UNKNOWN;
            }
        };
    }

    private JobKind predict(JsonNode common) {
        for (String key : MODEL_KEYS) {
            if (common.path(key).asText("").isBlank()) {
                findings.add(ProblemKind.PREDICT_WITHOUT_MODEL, place, key);
            }
        }
        return JobKind.PREDICT;
    }
}
