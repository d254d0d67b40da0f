package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.model.convert.HeteroMerge;
import io.fateflow.webapp.model.convert.WoeArrays;

/**
 * {@code component/hetero/merge} and {@code component/woe_array/…}: what parties of one model know is put together. Only parts that
 * this site has are read: those of its own parties, and those that were imported.
 */
@Controller
class MergeController {

    private static final int BAD_REQUEST = 400;

    private final ComponentModelStore models;
    private final ModelCommands commands;
    private final WireJson json;

    MergeController(ComponentModelStore models, ModelCommands commands, WireJson json) {
        this.models = models;
        this.commands = commands;
        this.json = json;
    }

    @PostMapping("/v1/component/hetero/merge")
    Envelope merge(ApiBody body) throws IOException {
        ObjectNode sent = body.with(
                "model_id",
                "model_version",
                "guest_party_id",
                "host_party_ids",
                "component_name",
                "model_type",
                "output_format");
        ComponentModel guest = find(sent, "guest", ApiBody.text(sent, "guest_party_id"));
        List<ComponentModel> hosts = new ArrayList<>();
        for (JsonNode host : sent.path("host_party_ids")) {
            hosts.add(find(sent, "host", host.asText()));
        }
        if (hosts.isEmpty()) {
            throw ApiException.http(BAD_REQUEST, "Invalid host models.");
        }
        String target = ApiBody.text(sent, "target_name");
        HeteroMerge.Wish wish = new HeteroMerge.Wish(
                ApiBody.text(sent, "model_type"),
                ApiBody.text(sent, "output_format"),
                target.isEmpty() ? "y" : target,
                sent.path("host_rename").asBoolean(),
                sent.path("include_guest_coef").asBoolean());
        try {
            return Envelope.of(HeteroMerge.merge(guest, hosts, wish, json));
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, String.valueOf(e.getMessage()));
        }
    }

    @PostMapping("/v1/component/woe_array/extract")
    Envelope extract(ApiBody body) {
        ObjectNode sent = body.with("model_id", "model_version", "role", "party_id", "component_name");
        if (!ApiBody.text(sent, "role").equals("guest")) {
            throw ApiException.http(BAD_REQUEST, "Only support guest role.");
        }
        ComponentModel model = find(sent, "guest", ApiBody.text(sent, "party_id"));
        try {
            return Envelope.of(WoeArrays.of(model));
        } catch (IllegalArgumentException e) {
            throw ApiException.uncaught("ValueError", String.valueOf(e.getMessage()));
        }
    }

    /** What is changed has a version of its own, with nothing but this component. */
    @PostMapping("/v1/component/woe_array/merge")
    Envelope merged(ApiBody body) {
        ObjectNode sent = body.with("model_id", "model_version", "role", "party_id", "component_name", "woe_array");
        if (!ApiBody.text(sent, "role").equals("host")) {
            throw ApiException.http(BAD_REQUEST, "Only support host role.");
        }
        PartyModel part = PartOfModel.of(sent);
        ComponentModel model = models.find(part, List.of(ApiBody.text(sent, "component_name"))).stream()
                .findFirst()
                .orElseThrow(() -> ApiException.http(404, "Component not found."));
        String version;
        try {
            version = commands.keepComponent(part, WoeArrays.put(model, sent.path("woe_array")));
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, String.valueOf(e.getMessage()));
        }
        return Envelope.of(json.tree(Map.of(
                "role",
                part.role(),
                "party_id",
                part.partyId(),
                "model_id",
                part.modelId(),
                "model_version",
                version,
                "component_name",
                model.component())));
    }

    private ComponentModel find(ObjectNode sent, String role, String partyId) {
        PartyModel part = PartOfModel.of(sent.deepCopy().put("role", role).put("party_id", partyId));
        String component = ApiBody.text(sent, "component_name");
        return models.find(part, List.of(component)).stream()
                .findFirst()
                .orElseThrow(() -> ApiException.soft(
                        Retcode.EXCEPTION_ERROR,
                        "FFB-5291 This site has nothing that component %s has learned at %s %s as version %s: import that party's part first (model/import)."
                                .formatted(component, role, partyId, part.version())));
    }
}
