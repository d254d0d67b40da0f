package io.fateflow.webapp.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.webapp.tracking.EffectiveParameters;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.Components;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/** Has the built-in components ask for their parameters, as before each job; a program's are its own business. */
final class InstalledDefaults implements EffectiveParameters {

    private static final String GIVEN = "ComponentParam";
    private static final String BOOKKEEPING = "_";

    private final WorkerProperties worker;

    InstalledDefaults(WorkerProperties worker) {
        this.worker = worker;
    }

    @Override
    public ObjectNode of(ObjectNode task) {
        String module = task.path("module").asText();
        if (!(task.path(GIVEN) instanceof ObjectNode shown) || worker.runsProgram(module)) {
            return task;
        }
        Optional<Component> component = Components.installed(module);
        if (component.isPresent()) {
            effective(component.get(), task, shown).ifPresent(effective -> task.set(GIVEN, effective));
        }
        return task;
    }

    private static Optional<ObjectNode> effective(Component component, ObjectNode task, ObjectNode shown) {
        ObjectNode given = shown.deepCopy();
        ObjectNode bookkeeping = shown.objectNode();
        shown.properties().forEach(entry -> {
            if (entry.getKey().startsWith(BOOKKEEPING)) {
                given.remove(entry.getKey());
                bookkeeping.set(entry.getKey(), entry.getValue());
            }
        });
        Parameters parameters = new Parameters(component.module(), given);
        JsonNode local = task.path("local");
        try {
            component.check(
                    parameters,
                    new Party(
                            local.path("role").asText(), local.path("party_id").asText()),
                    parties(task.path("role")));
        } catch (ParameterException e) {
            // it was refused, or was taken by another version of this program
            return Optional.empty();
        }
        return Optional.of(parameters.effective().setAll(bookkeeping));
    }

    private static Parties parties(JsonNode roles) {
        Map<String, List<String>> byRole = new HashMap<>();
        roles.properties().forEach(role -> {
            List<String> ids = new ArrayList<>();
            role.getValue().forEach(id -> ids.add(id.asText()));
            byRole.put(role.getKey(), ids);
        });
        return new Parties(byRole);
    }
}
