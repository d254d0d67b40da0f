package io.fateflow.webapp.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.Party;
import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.Deployment;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code model/deploy}: a version of a trained model to predict with. */
@Controller
class DeployController {

    private final ModelCommands models;
    private final WireJson json;

    DeployController(ModelCommands models, WireJson json) {
        this.models = models;
        this.json = json;
    }

    @PostMapping("/v1/model/deploy")
    Envelope deploy(ApiBody body) throws IOException {
        ObjectNode sent = body.with("model_id", "model_version");
        String id = ApiBody.text(sent, "model_id");
        String version = ApiBody.text(sent, "model_version");
        List<String> components = components(sent.path("cpn_list"));
        return answer(id, version, models.deploy(id, version, components, dsl(sent), checkpoints(sent)));
    }

    private static Map<String, CheckpointStep> checkpoints(ObjectNode sent) {
        try {
            return CheckpointStep.read(sent.path("components_checkpoint"));
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(Retcode.ARGUMENT_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private static List<String> components(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.forEach(name -> names.add(name.asText()));
        return names;
    }

    /** {@code predict_dsl} is an object, {@code dsl} its text; components are chosen if there is neither. */
    private @Nullable String dsl(ObjectNode sent) throws IOException {
        if (sent.path("predict_dsl").isObject() && !sent.path("predict_dsl").isEmpty()) {
            return json.write(sent.path("predict_dsl"));
        }
        JsonNode dsl = sent.path("dsl");
        return dsl.isObject() ? json.write(dsl) : dsl.asText().isEmpty() || dsl.isNull() ? null : dsl.asText();
    }

    private Envelope answer(String id, String version, Deployment deployment) {
        if (deployment instanceof Deployment.Done done) {
            return Envelope.of(data(id, done.version(), done.parties(), Retcode.SUCCESS, "success"));
        }
        if (deployment instanceof Deployment.Partly partly) {
            ObjectNode data = data(id, partly.version(), partly.deployed(), Retcode.SUCCESS, "success");
            partly.refused()
                    .forEach((party, why) -> add(data, party, Retcode.EXCEPTION_ERROR, "failed, details: " + why));
            return new Envelope(Retcode.ARGUMENT_ERROR, "failed", data, null, null);
        }
        if (deployment instanceof Deployment.Refused refused) {
            String why = "failed, details: "
                    + ApiException.uncaught("Exception", refused.why()).getMessage();
            ObjectNode data = data(id, refused.version(), refused.parties(), Retcode.EXCEPTION_ERROR, why);
            return new Envelope(Retcode.ARGUMENT_ERROR, "failed", data, null, null);
        }
        throw ApiException.http(404, "Deploy model failed. Model " + id + " " + version + " not found.");
    }

    private ObjectNode data(String id, String version, List<Party> parties, int retcode, String outcome) {
        ObjectNode data = json.object().put("model_id", id).put("model_version", version);
        data.putObject("detail");
        parties.forEach(party -> add(data, party, retcode, outcome));
        return data;
    }

    private static void add(ObjectNode data, Party party, int retcode, String outcome) {
        String partyId = party.idText();
        data.withObjectProperty(party.role()).put(partyId, retcode);
        data.withObjectProperty("detail")
                .withObjectProperty(party.role())
                .putObject(partyId)
                .put("retcode", retcode)
                .put("retmsg", "deploy model of role %s %s %s".formatted(party.role(), partyId, outcome));
    }
}
