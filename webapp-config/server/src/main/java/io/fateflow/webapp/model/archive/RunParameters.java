package io.fateflow.webapp.model.archive;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.operations.query.ModelQueries;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.webapp.api.WireJson;

/** What a component was told when it learned, as FATE keeps it with the model: the user's parameters alone. */
@Component
final class RunParameters {

    private final ModelQueries models;
    private final TaskQueries tasks;
    private final WireJson json;

    RunParameters(ModelQueries models, TaskQueries tasks, WireJson json) {
        this.models = models;
        this.tasks = tasks;
        this.json = json;
    }

    /**
     * Of one component of a part.
     *
     * @param model a row of {@code model/query}
     */
    ObjectNode of(ObjectNode model, PartyModel part, String component) {
        String jobId = model.path("job_id").asText();
        return models.importedRunParameters(jobId, part.role(), part.partyId())
                .map(all -> all.path(component) instanceof ObjectNode found ? found : json.object())
                .orElseGet(() -> ofTask(jobId, part, component));
    }

    private ObjectNode ofTask(String jobId, PartyModel part, String component) {
        ObjectNode filter = json.object()
                .put("job_id", jobId)
                .put("role", part.role())
                .put("party_id", part.partyId())
                .put("component_name", component);
        List<ObjectNode> found = tasks.find(filter, null, true);
        if (found.isEmpty()) {
            return json.object();
        }
        ObjectNode parameters = (ObjectNode) found.get(0).path("component_parameters");
        if (parameters.path("ComponentParam") instanceof ObjectNode own) {
            List<String> bookkeeping = own.properties().stream()
                    .map(Map.Entry::getKey)
                    .filter(name -> name.startsWith("_"))
                    .toList();
            own.remove(bookkeeping);
        }
        return parameters;
    }
}
