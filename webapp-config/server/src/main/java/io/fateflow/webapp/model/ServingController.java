package io.fateflow.webapp.model;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.model.ModelCommands;
import io.fateflow.operations.query.ModelQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/**
 * {@code model/load} and {@code model/bind}: FATE's checks, party by party, up to where FATE-Serving would be called; there is none
 * here, and FATE Flow writes nothing down before it has answered.
 */
@Controller
class ServingController {

    private static final String NO_SERVING =
            "Please configure servings address. FFB-6111 This server publishes models to no FATE-Serving. Predict with a"
                    + " job (job_type predict) on the version that model/deploy answers, or give the archive of"
                    + " model/export to a FATE that has one.";

    private static final String ARBITER = "arbiter";

    private final ModelQueries models;
    private final ModelCommands commands;
    private final WireJson json;

    ServingController(ModelQueries models, ModelCommands commands, WireJson json) {
        this.models = models;
        this.commands = commands;
        this.json = json;
    }

    @PostMapping("/v1/model/load")
    Envelope load(ApiBody body) {
        ObjectNode conf = completed(
                body.object(),
                "Model with version %s can not be found in database. Please check if the model version is valid.");
        needs(conf);
        String callId = commands.newId();
        ObjectNode data = json.object();
        ObjectNode detail = data.putObject("detail");
        // the Pipeline SDK shows this text and no detail
        String text = "failed";
        for (Map.Entry<String, JsonNode> role : conf.path("role").properties()) {
            if (role.getKey().equals(ARBITER)) {
                continue;
            }
            data.putObject(role.getKey());
            detail.putObject(role.getKey());
            for (JsonNode party : role.getValue()) {
                String partyId = party.asText();
                String refusal = refusal(conf, role.getKey(), partyId);
                text = "failed: " + refusal;
                data.withObjectProperty(role.getKey()).put(partyId, Retcode.EXCEPTION_ERROR);
                detail.withObjectProperty(role.getKey())
                        .putObject(partyId)
                        .put("retcode", Retcode.EXCEPTION_ERROR)
                        .put("retmsg", refusal);
            }
        }
        return new Envelope(Retcode.ARGUMENT_ERROR, text, data, callId, null);
    }

    /** Why this party does not load. */
    private String refusal(ObjectNode conf, String role, String partyId) {
        String id = ApiBody.text(conf.path("job_parameters"), "model_id");
        String version = ApiBody.text(conf.path("job_parameters"), "model_version");
        List<ObjectNode> found = models.find(json.object()
                .put("model_id", id)
                .put("model_version", version)
                .put("role", role)
                .put("party_id", partyId));
        if (found.isEmpty()) {
            return "FFB-5291 Model %s#%s#%s %s not exists in model local cache.".formatted(role, partyId, id, version);
        }
        return found.get(0).path("parent").asBoolean()
                ? "Only deployed models could be used to execute process of loading. Please deploy model before loading."
                : NO_SERVING;
    }

    @PostMapping("/v1/model/bind")
    Envelope bind(ApiBody body) {
        ObjectNode conf = completed(
                body.object(), "Model %s can not be found in database. Please check if the model version is valid.");
        if (ApiBody.text(conf, "service_id").isEmpty()) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, "no service id");
        }
        needs(conf);
        throw ApiException.soft(Retcode.EXCEPTION_ERROR, NO_SERVING);
    }

    /** With what a model's training says, if the call only names its version. */
    private ObjectNode completed(ObjectNode sent, String unknown) {
        String version = ApiBody.text(sent, "job_id");
        ObjectNode conf = sent.deepCopy();
        if (version.isEmpty()) {
            return conf;
        }
        ObjectNode model = models
                .find(json.object().put("model_version", version).put("role", "guest"))
                .stream()
                .findFirst()
                .orElseThrow(() -> ApiException.soft(Retcode.ARGUMENT_ERROR, unknown.formatted(version)));
        conf.set("initiator", model.path("runtime_conf").path("initiator"));
        conf.set("role", model.path("roles"));
        conf.putObject("job_parameters")
                .put("model_id", model.path("model_id").asText())
                .put("model_version", version);
        return conf;
    }

    private static void needs(ObjectNode conf) {
        ApiBody.of(conf).with("initiator", "role", "job_parameters");
    }
}
