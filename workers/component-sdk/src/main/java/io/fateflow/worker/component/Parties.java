package io.fateflow.worker.component;

import java.util.List;
import java.util.Map;

import io.fateflow.worker.exchange.Party;

/** The parties of a job by role, each role in the conf's order. */
public record Parties(Map<String, List<String>> byRole) {

    /** The parties of one role; none if the job has no such role. */
    public List<Party> of(String role) {
        return byRole.getOrDefault(role, List.of()).stream()
                .map(id -> new Party(role, id))
                .toList();
    }
}
