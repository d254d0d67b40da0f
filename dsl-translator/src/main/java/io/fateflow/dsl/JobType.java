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

    private final String section;
    private final Place place;
    private final Findings findings;

    private JobType(String section, Place place, Findings findings) {
        this.section = section;
        this.place = place;
        this.findings = findings;
    }

    static JobType inVersion1(Findings findings) {
        return new JobType("/job_parameters", Place.of(Document.CONF).at("job_parameters"), findings);
    }

    static JobType inVersion2(Findings findings) {
        Place place = Place.of(Document.CONF).at("job_parameters").at("common");
        return new JobType("/job_parameters/common", place, findings);
    }

    JobKind read(ObjectNode conf) {
        JsonNode common = conf.at(section);
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
