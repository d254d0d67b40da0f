package io.fateflow.webapp.model.archive;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.ModelId;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ImportedModel;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.model.ModelImport;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.model.convert.Migration;
import io.fateflow.webapp.model.convert.OtherParties;

/**
 * {@code model/migrate}: makes of the parts that this site has such of other parties, as a model of its own. Its archives go to
 * those parties, who import them.
 */
@Controller
class MigrateController {

    private final ModelArchives archives;
    private final ComponentModelStore models;
    private final RunParameters runParameters;
    private final ModelCommands commands;
    private final WireJson json;

    MigrateController(
            ModelArchives archives,
            ComponentModelStore models,
            RunParameters runParameters,
            ModelCommands commands,
            WireJson json) {
        this.archives = archives;
        this.models = models;
        this.runParameters = runParameters;
        this.commands = commands;
        this.json = json;
    }

    /** What is the same for all parties of a call. */
    private record Move(JsonNode roles, JsonNode initiator, String modelId, String version, OtherParties parties) {}

    /** What became of one party's part. */
    private record Answer(int retcode, String text) {}

    @PostMapping("/v1/model/migrate")
    Envelope migrate(ApiBody body) {
        ObjectNode sent = body.with(
                "migrate_initiator",
                "role",
                "migrate_role",
                "model_id",
                "model_version",
                "execute_party",
                "job_parameters");
        String callId = commands.newId();
        Move move = move(sent, callId);
        ObjectNode data = json.object();
        ObjectNode detail = data.putObject("detail");
        boolean isDone = true;
        for (Map.Entry<String, JsonNode> role : sent.path("execute_party").properties()) {
            for (JsonNode party : role.getValue()) {
                Answer answer = migrate(sent, role.getKey(), party.asText(), move);
                isDone &= answer.retcode() == Retcode.SUCCESS;
                data.withObjectProperty(role.getKey()).put(party.asText(), answer.retcode());
                detail.withObjectProperty(role.getKey())
                        .putObject(party.asText())
                        .put("retcode", answer.retcode())
                        .put("retmsg", answer.text());
            }
        }
        int retcode = isDone ? Retcode.SUCCESS : Retcode.ARGUMENT_ERROR;
        return new Envelope(retcode, isDone ? "success" : "failed", data, callId, null);
    }

    private Move move(ObjectNode sent, String callId) {
        try {
            OtherParties parties = OtherParties.of(sent.path("role"), sent.path("migrate_role"));
            if (parties.areTheSame()) {
                throw ApiException.soft(
                        Retcode.EXCEPTION_ERROR,
                        "The config of previous roles is the same with that of migrate roles. There is no need to migrate"
                                + " model. Migration process aborting.");
            }
            String version = ApiBody.text(sent, "unify_model_version");
            return new Move(
                    sent.path("migrate_role"),
                    sent.path("migrate_initiator"),
                    modelId(sent.path("migrate_role")),
                    version.isEmpty() ? callId : version,
                    parties);
        } catch (IllegalArgumentException e) {
            throw ApiException.soft(Retcode.EXCEPTION_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private static String modelId(JsonNode roles) {
        List<Party> parties = roles.properties().stream()
                .flatMap(role -> role.getValue().valueStream().map(id -> Party.of(role.getKey(), id.asText())))
                .toList();
        return ModelId.of(parties);
    }

    private Answer migrate(ObjectNode sent, String role, String partyId, Move move) {
        ObjectNode named = sent.deepCopy().put("role", role).put("party_id", partyId);
        PartyModel from = PartOfModel.of(named);
        PartyModel to = PartOfModel.of(json.object()
                .put("model_id", move.modelId())
                .put("model_version", move.version())
                .put("role", role)
                .put("party_id", move.parties().id(role, partyId)));
        return archives.find(from)
                .map(model -> migrate(from, to, model, move))
                .orElseGet(() -> new Answer(
                        Retcode.EXCEPTION_ERROR,
                        "FFB-5291 Can not found %s %s model local cache. Migrate it at the site of %s %s."
                                .formatted(from.modelId(), from.version(), role, partyId)));
    }

    private Answer migrate(PartyModel from, PartyModel to, ObjectNode model, Move move) {
        Migration migration = new Migration(move.parties());
        List<String> components = models.components(from);
        ModelImport outcome =
                commands.migratePart(from, document(from, to, model, move, components), () -> components.stream()
                        .flatMap(component -> models.find(from, List.of(component)).stream())
                        .map(migration::of)
                        .iterator());
        if (outcome instanceof ModelImport.Done) {
            return new Answer(
                    Retcode.SUCCESS,
                    "Migrating model successfully. The configuration of model has been modified automatically. New model id"
                            + " is: %s, model version is: %s. Model files can be had by model/export."
                                    .formatted(to.modelId(), to.version()));
        }
        return new Answer(
                Retcode.EXCEPTION_ERROR,
                "FFB-5258 Unify model version %s has been occupied in database. Please choose another unify model version"
                                .formatted(to.version())
                        + " and try again.");
    }

    private ImportedModel document(
            PartyModel from, PartyModel to, ObjectNode model, Move move, List<String> components) {
        ObjectNode conf = moved(model.path("runtime_conf"), move);
        ObjectNode onParty = moved(model.path("runtime_conf_on_party"), move);
        conf.withObjectProperty("job_parameters")
                .withObjectProperty("common")
                .put("model_id", to.modelId())
                .put("model_version", to.version());
        onParty.withObjectProperty("job_parameters")
                .put("model_id", to.modelId())
                .put("model_version", to.version());
        ObjectNode parameters = json.object();
        components.forEach(component -> parameters.set(component, runParameters.of(model, from, component)));
        return new ImportedModel(
                to,
                move.initiator(),
                move.roles(),
                object(model.path("train_dsl")),
                conf,
                onParty,
                parameters,
                deployed(model),
                "");
    }

    private Optional<ImportedModel.DeployedFrom> deployed(ObjectNode model) {
        if (model.path("parent").asBoolean()) {
            return Optional.empty();
        }
        String parent = model.path("parent_info").path("parent_model_version").asText();
        return Optional.of(new ImportedModel.DeployedFrom(parent, object(model.path("inference_dsl"))));
    }

    private ObjectNode moved(JsonNode conf, Move move) {
        ObjectNode moved = object(conf);
        moved.set("role", move.roles());
        moved.set("initiator", move.initiator());
        return moved;
    }

    private ObjectNode object(JsonNode node) {
        return node instanceof ObjectNode object ? object.deepCopy() : json.object();
    }
}
