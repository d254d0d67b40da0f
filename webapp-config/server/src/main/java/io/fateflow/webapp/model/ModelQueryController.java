package io.fateflow.webapp.model;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.PredictConf;
import io.fateflow.operations.query.DslGraph;
import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.ModelQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.OwnJobs;

/** {@code model/query}, {@code model/query/detail}, {@code model/get/predict/dsl} and {@code model/get/predict/conf}. */
@Controller
class ModelQueryController {

    private static final String NOT_FOUND = "No model found, please check if arguments are specified correctly.";
    private static final String FOUND = "Query model info from db success.";
    private static final String UNKNOWN = "Query model info failed, cannot find model from db. "
            + "Check model_id, model_version, role and party_id.";
    private static final Set<String> DATA_ROLES = Set.of("guest", "host");

    private final ModelQueries models;
    private final OwnJobs own;
    private final WireJson json;

    ModelQueryController(ModelQueries models, OwnJobs own, WireJson json) {
        this.models = models;
        this.own = own;
        this.json = json;
    }

    @PostMapping("/v1/model/query")
    Envelope query(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = body.orEmpty();
        Set<String> columns = new HashSet<>();
        sent.path("query_filters").forEach(column -> columns.add(column.asText()));
        ArrayNode rows = json.object().putArray("rows");
        List<ObjectNode> found = own.cut(request, models.find(sent), "model_version");
        for (ObjectNode model : found.subList(0, Math.min(found.size(), Listing.MOST))) {
            ObjectNode row = rows.addObject();
            model.properties().forEach(column -> {
                if (columns.isEmpty() || columns.contains(column.getKey())) {
                    row.set("f_" + column.getKey(), column.getValue());
                }
            });
        }
        return rows.isEmpty()
                ? new Envelope(Retcode.EXCEPTION_ERROR, UNKNOWN, rows, null, null)
                : Envelope.of(
                        found.size() > Listing.MOST
                                ? Listing.more("ask for a model_version, a role or a party_id")
                                : FOUND,
                        rows);
    }

    /** Of the first part that is here, as FATE does: DSL and conf are the same in all. */
    @PostMapping("/v1/model/query/detail")
    Envelope detail(ApiBody body) {
        List<ObjectNode> found =
                models.find(body.with("model_id", "model_version").deepCopy().retain("model_id", "model_version"));
        if (found.isEmpty()) {
            return new Envelope(Retcode.EXCEPTION_ERROR, UNKNOWN, json.object(), null, null);
        }
        ObjectNode model = found.get(0);
        ObjectNode detail = json.object();
        detail.set("runtime_conf", model.path("runtime_conf"));
        detail.set("dsl", model.path("train_dsl"));
        detail.set("inference_dsl", model.path("inference_dsl"));
        detail.set("component_info", new DslGraph(model.path("train_dsl")).componentInfo());
        detail.set("inference_component_info", new DslGraph(model.path("inference_dsl")).componentInfo());
        return Envelope.of(FOUND, detail);
    }

    @PostMapping("/v1/model/get/predict/dsl")
    Object predictDsl(ApiBody body) throws IOException {
        return answer(body, (ObjectNode) model(body).path("inference_dsl"));
    }

    @PostMapping("/v1/model/get/predict/conf")
    Object predictConf(ApiBody body) throws IOException {
        ObjectNode model = model(body);
        return answer(
                body,
                PredictConf.template(
                        (ObjectNode) model.path("inference_dsl"),
                        (ObjectNode) model.path("runtime_conf"),
                        model.path("model_id").asText(),
                        model.path("model_version").asText()));
    }

    private Object answer(ApiBody body, ObjectNode document) throws IOException {
        String fileName = ApiBody.text(body.orEmpty(), "filename");
        return fileName.isEmpty() ? Envelope.of(document) : Attachment.of(fileName, json.pretty(document));
    }

    /** The guest's or a host's part: the arbiter's has not all components. */
    private ObjectNode model(ApiBody body) {
        ObjectNode sent = body.with("model_id", "model_version");
        List<ObjectNode> found = models.find(sent.deepCopy().retain("model_id", "model_version", "role", "party_id"));
        return found.stream()
                .filter(model -> DATA_ROLES.contains(model.path("role").asText()))
                .findFirst()
                .orElseThrow(() -> ApiException.http(210, NOT_FOUND));
    }
}
