package io.fateflow.engine.participant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.Deployment;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.model.PipelineModel;
import io.fateflow.engine.model.PipelineModelStore;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;

/** This site's part of what another site does with a model that both have a part of. */
public final class ModelCallHandler {

    private final PipelineModelStore models;
    private final ModelCommands commands;

    public ModelCallHandler(PipelineModelStore models, ModelCommands commands) {
        this.models = models;
        this.commands = commands;
    }

    /** The client's request, with the version it will get and the party of this site that is meant. */
    Answer deploy(ObjectNode request, CallHeaders headers) {
        String id = request.path("model_id").asText();
        String version = request.path("model_version").asText();
        String child = request.path("child_model_version").asText();
        JsonNode local = request.path("local");
        Party own =
                new Party(local.path("role").asText(), local.path("party_id").asLong());
        Optional<PipelineModel> model = models.find(id, version).filter(found -> hasPart(found, headers.srcPartyId()));
        if (model.isEmpty() || !model.get().parties().contains(own)) {
            return failed(own, "FFB-6320 %s has no part of model %s %s here".formatted(own, id, version));
        }
        if (!JobIds.isJobId(child)) {
            return failed(own, "FFB-6321 child_model_version is not an id as FATE makes them");
        }
        Deployment done;
        try {
            done = commands.deployPart(
                    id,
                    version,
                    child,
                    components(request),
                    dsl(request),
                    CheckpointStep.read(request.path("components_checkpoint")));
        } catch (IllegalArgumentException e) {
            return failed(own, String.valueOf(e.getMessage()));
        }
        return done instanceof Deployment.Refused refused
                ? failed(own, refused.why())
                : new Answer(Answer.SUCCESS, words(own) + "success", null);
    }

    /** Only who takes part in a model deploys it; nobody else learns whether it is there. */
    private static boolean hasPart(PipelineModel model, String callingParty) {
        for (JsonNode ofRole : model.trainConf().path("role")) {
            for (JsonNode party : ofRole) {
                if (party.asText().equals(callingParty)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<String> components(ObjectNode request) {
        List<String> names = new ArrayList<>();
        request.path("cpn_list").forEach(name -> names.add(name.asText()));
        return names;
    }

    private static @Nullable String dsl(ObjectNode request) {
        if (request.path("predict_dsl").isObject()) {
            return Json.write(request.path("predict_dsl"));
        }
        JsonNode dsl = request.path("dsl");
        return dsl.isObject() ? Json.write(dsl) : dsl.asText().isEmpty() ? null : dsl.asText();
    }

    private static Answer failed(Party own, String why) {
        return Answer.failure(Answer.EXCEPTION_ERROR, words(own) + "failed, details: " + why);
    }

    private static String words(Party own) {
        return "deploy model of role %s %d ".formatted(own.role(), own.partyId());
    }
}
