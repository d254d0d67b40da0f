package io.fateflow.engine.initiator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.Party;
import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.Deployment;
import io.fateflow.engine.model.PipelineModel;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.SiteCall;

/** Deploys a model at its parties on other sites, one after the other, while the client waits: as FATE Flow does. */
public final class RemoteDeployment {

    private static final Tries TRIES = Tries.once().within(Duration.ofSeconds(40));

    private final PartyTransport transport;
    private final long ownPartyId;

    /** @param ownPartyId 0 for a site that is not connected to others */
    public RemoteDeployment(PartyTransport transport, long ownPartyId) {
        this.transport = transport;
        this.ownPartyId = ownPartyId;
    }

    /**
     * All are asked, whatever the first ones answer.
     *
     * @param child the version under which this site has deployed it
     */
    public Deployment deploy(
            PipelineModel parent,
            String child,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> steps) {
        List<Party> deployed = new ArrayList<>(parent.parties());
        Map<Party, String> refused = new LinkedHashMap<>();
        for (Party party : elsewhere(parent.trainConf())) {
            ObjectNode request = request(parent, child, components, inferenceDsl, steps, party);
            CallOutcome outcome = transport.call(
                    parent.parties().get(0), party.partyId(), new SiteCall.ModelOperation("deploy", request), TRIES);
            if (outcome.isSettled()) {
                deployed.add(party);
            } else {
                refused.put(party, outcome.trouble());
            }
        }
        return refused.isEmpty()
                ? new Deployment.Done(child, deployed)
                : new Deployment.Partly(child, deployed, refused);
    }

    private List<Party> elsewhere(ObjectNode conf) {
        List<Party> parties = new ArrayList<>();
        if (ownPartyId != 0 && new JobConf(conf).common().crossesSites()) {
            new JobConf(conf).roles().properties().forEach(role -> role.getValue()
                    .forEach(id -> {
                        if (id.asLong() != ownPartyId && id.asLong() != 0) {
                            parties.add(new Party(role.getKey(), id.asLong()));
                        }
                    }));
        }
        return parties.stream().sorted().toList();
    }

    private static ObjectNode request(
            PipelineModel parent,
            String child,
            List<String> components,
            @Nullable String inferenceDsl,
            Map<String, CheckpointStep> steps,
            Party receiver) {
        ObjectNode request = Json.object().put("model_id", parent.modelId()).put("model_version", parent.version());
        request.set("components_checkpoint", CheckpointStep.write(steps));
        if (!components.isEmpty()) {
            components.forEach(request.putArray("cpn_list")::add);
        }
        if (inferenceDsl != null) {
            request.put("dsl", inferenceDsl);
        }
        JsonNode initiator = parent.trainConf().path("initiator");
        request.put("child_model_version", child);
        request.putObject("initiator")
                .put("role", initiator.path("role").asText())
                .put("party_id", initiator.path("party_id").asText());
        request.putObject("local").put("role", receiver.role()).put("party_id", receiver.partyId());
        return request;
    }
}
