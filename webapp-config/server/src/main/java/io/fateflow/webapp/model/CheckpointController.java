package io.fateflow.webapp.model;

import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;

/** {@code checkpoint/list} and {@code checkpoint/get}: models are kept as they were at the end of training only. */
@Controller
class CheckpointController {

    private static final List<String> NEEDED =
            List.of("role", "party_id", "model_id", "model_version", "component_name");

    /** As of a component of FATE's that has made none. */
    @PostMapping("/v1/checkpoint/list")
    Envelope list(ApiBody body) {
        needed(body);
        return Envelope.of(List.of());
    }

    @PostMapping("/v1/checkpoint/get")
    Envelope get(ApiBody body) {
        ObjectNode sent = needed(body);
        if (sent.has("step_index") && !ApiBody.text(sent, "step_index").matches("-?\\d{1,9}")) {
            throw ApiException.http(400, "Invalid 'step_index'");
        }
        if (!sent.has("step_index") && !sent.has("step_name")) {
            throw ApiException.http(400, "'step_index' or 'step_name' is required");
        }
        throw ApiException.http(
                404,
                "The checkpoint was not found. FFB-6130 Models are kept as they were at the end of training: deploy"
                        + " the model itself.");
    }

    private static ObjectNode needed(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String missing = NEEDED.stream().filter(key -> !sent.hasNonNull(key)).collect(Collectors.joining(","));
        if (!missing.isEmpty()) {
            throw ApiException.http(400, "'required parameters are missing: " + missing + "; '");
        }
        return sent;
    }
}
