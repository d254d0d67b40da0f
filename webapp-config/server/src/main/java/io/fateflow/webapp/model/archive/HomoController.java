package io.fateflow.webapp.model.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.operations.query.ConvertedModels;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.model.convert.HomoConversion;
import io.fateflow.webapp.model.convert.HomoConversion.Converted;

/** {@code model/homo/…}: models of horizontal components for other frameworks, which then are part of the archive. */
@Controller
class HomoController {

    private final ModelArchives archives;
    private final ComponentModelStore models;
    private final ConvertedModels converted;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final WireJson json;

    HomoController(
            ModelArchives archives,
            ComponentModelStore models,
            ConvertedModels converted,
            TransactionOperations transactions,
            AuditLog audit,
            WireJson json) {
        this.archives = archives;
        this.models = models;
        this.converted = converted;
        this.transactions = transactions;
        this.audit = audit;
        this.json = json;
    }

    /** One that was converted: its place is one in the archive. */
    private record Done(ComponentModel model, Converted file) {}

    @PostMapping("/v1/model/homo/convert")
    Envelope convert(ApiBody body) {
        ObjectNode sent = body.with("model_id", "model_version", "role", "party_id");
        PartyModel part = PartOfModel.of(sent);
        find(part);
        List<Done> done = converted(part, ApiBody.text(sent, "framework_name"));
        if (done.isEmpty()) {
            throw ApiException.soft(
                    Retcode.EXCEPTION_ERROR, "No component in model %s can be converted.".formatted(name(part)));
        }
        transactions.executeWithoutResult(transaction -> done.forEach(one -> write(part, one)));
        ArrayNode data = json.object().putArray("data");
        done.forEach(one -> data.addObject()
                .put("component_name", one.model().component())
                .put("model_alias", one.model().alias())
                .put(
                        "converted_model_path",
                        ArchiveLayout.converted(
                                one.model().component(),
                                one.model().alias(),
                                one.file().name())));
        return Envelope.of(
                "Conversion of homogeneous federated learning component(s) in model %s completed. Use export or homo/deploy to download or deploy the converted model."
                        .formatted(name(part)),
                data);
    }

    private List<Done> converted(PartyModel part, String framework) {
        List<Done> done = new ArrayList<>();
        try {
            for (ComponentModel model : models.find(part, models.components(part))) {
                HomoConversion.convert(model, framework).ifPresent(file -> done.add(new Done(model, file)));
            }
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, String.valueOf(e.getMessage()));
        }
        return done;
    }

    private void write(PartyModel part, Done one) {
        converted.put(part, one.model(), one.file().framework());
        audit.write(AuditEntry.done(AuditAction.MODEL_CONVERT)
                .at(part.role(), part.partyId())
                .with("model_id", part.modelId())
                .with("model_version", part.version())
                .with("component", one.model().component())
                .with("framework", one.file().framework()));
    }

    /** Makes FATE's checks; what would follow is KFServing's. */
    @PostMapping("/v1/model/homo/deploy")
    Envelope deploy(ApiBody body) {
        ObjectNode sent = body.with(
                "service_id",
                "model_id",
                "model_version",
                "role",
                "party_id",
                "component_name",
                "deployment_type",
                "deployment_parameters");
        PartyModel part = PartOfModel.of(sent);
        String component = ApiBody.text(sent, "component_name");
        JsonNode inDsl = find(part).path("train_dsl").path("components").path(component);
        String of = "Component %s in Model %s %s ".formatted(component, PartOfModel.partyModelId(part), part.version());
        if (inDsl.isMissingNode()) {
            throw refused("Model %s %s does not contain component %s"
                    .formatted(PartOfModel.partyModelId(part), part.version(), component));
        }
        if (inDsl.path("output").path("model").isEmpty()) {
            throw refused(of + "does not have output model");
        }
        Optional<String> framework = models.find(part, List.of(component)).stream()
                .flatMap(model -> converted.framework(part, model).stream())
                .findFirst();
        if (framework.isEmpty()) {
            throw refused(of + "isn't converted");
        }
        String type = ApiBody.text(sent, "deployment_type");
        if (!type.equals("kfserving")) {
            throw ApiException.uncaught("ValueError", "unknown deployment_type type: " + type);
        }
        throw refused("FFB-6112 This server deploys nothing to KFServing. Take the converted model (" + framework.get()
                + ") out of the archive that model/export gives, and give it to your serving system.");
    }

    private static ApiException refused(String why) {
        return ApiException.soft(Retcode.EXCEPTION_ERROR, why);
    }

    private ObjectNode find(PartyModel part) {
        return archives.find(part)
                .orElseThrow(() -> refused(
                        "Model %s %s does not exist".formatted(PartOfModel.partyModelId(part), part.version())));
    }

    private static String name(PartyModel part) {
        return PartOfModel.partyModelId(part) + ":" + part.version();
    }
}
