package io.fateflow.webapp.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.InferenceDsl;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/** {@code job/dsl/generate}: the DSL to predict with, of one to train with. */
@Controller
class DslGenerateController {

    private static final String FAILED =
            "DSL generating failed. For more details, please check logs/fate_flow/fate_flow_stat.log.";

    private final WireJson json;

    DslGenerateController(WireJson json) {
        this.json = json;
    }

    @PostMapping("/v1/job/dsl/generate")
    Object generate(ApiBody body) throws IOException {
        ObjectNode dsl = inferenceDsl(body.orEmpty());
        String fileName = ApiBody.text(body.orEmpty(), "filename");
        return fileName.isEmpty() ? Envelope.of(dsl) : Attachment.of(fileName, json.pretty(dsl));
    }

    private ObjectNode inferenceDsl(ObjectNode sent) throws IOException {
        JsonNode given = sent.path("train_dsl");
        List<String> components = components(sent.path("cpn_str"));
        try {
            JsonNode train = given.isTextual() ? json.read(given.textValue()) : given;
            if (train instanceof ObjectNode object && object.path("components").isObject() && !components.isEmpty()) {
                return InferenceDsl.deduce(object, components);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw ApiException.http(210, FAILED);
        }
        throw ApiException.http(210, FAILED);
    }

    /** A list, or its names in a text: {@code "[a, b]"}. */
    private static List<String> components(JsonNode sent) {
        List<String> names = new ArrayList<>();
        if (sent.isArray()) {
            sent.forEach(name -> names.add(name.asText()));
        } else {
            String cleaned = sent.asText("").replaceAll("\\s", "").replaceAll("^[,\\[\\]]+|[,\\[\\]]+$", "");
            Arrays.stream(cleaned.split(",", -1))
                    .filter(name -> !name.isEmpty())
                    .forEach(names::add);
        }
        return names;
    }
}
