package io.fateflow.webapp.doctor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.database.Json;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;

/**
 * FATE installations of which a worker has found out, when it started, that they can't run all of their modules.
 *
 * @param workers those of the site that are known now
 */
record LostModules(Supplier<List<SiteWorker>> workers) {

    List<Finding> look() {
        return workers.get().stream().flatMap(LostModules::of).toList();
    }

    private static Stream<Finding> of(SiteWorker worker) {
        return worker.providers() == null
                ? Stream.empty()
                : Json.read(worker.providers()).properties().stream()
                        .flatMap(provider -> what(provider.getValue())
                                .map(what -> new Finding(
                                        Rule.MODULES_LOST,
                                        "worker %s on %s, provider %s"
                                                .formatted(worker.id(), worker.host(), provider.getKey()),
                                        what,
                                        Optional.empty()))
                                .stream());
    }

    private static Optional<String> what(JsonNode found) {
        String trouble = found.path("trouble").asText();
        if (!trouble.isEmpty()) {
            return Optional.of("it can run nothing: " + trouble);
        }
        Map<String, List<String>> lost = new TreeMap<>(found.path("modules").properties().stream()
                .filter(module -> !module.getValue().asText().isEmpty())
                .collect(Collectors.groupingBy(
                        module -> module.getValue().asText(),
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList()))));
        int all = found.path("modules").size();
        int count = lost.values().stream().mapToInt(List::size).sum();
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of("it runs %d of %d modules (Python %s, %s); "
                                .formatted(
                                        all - count,
                                        all,
                                        found.path("python").asText(),
                                        found.path("home").asText())
                        + lost.entrySet().stream()
                                .map(reason -> String.join(", ", reason.getValue()) + ": " + reason.getKey())
                                .collect(Collectors.joining("; ")));
    }
}
