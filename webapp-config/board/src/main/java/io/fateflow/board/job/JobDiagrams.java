package io.fateflow.board.job;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.stereotype.Component;

import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.webapp.camunda.DagDiagrams;

/** A job's DAG as BPMN: what was deployed to run it, or else drawn from its DSL. */
@Component
final class JobDiagrams {

    private final DagDiagrams deployed;
    private final DagCompiler compiler = new DagCompiler();

    JobDiagrams(DagDiagrams deployed) {
        this.deployed = deployed;
    }

    String of(String jobId, JsonNode dsl) {
        return deployed.of(jobId)
                .orElseGet(() -> compiler.compile(upstream(dsl)).xml());
    }

    /** Whom each component takes something from; what a trained model gives is nobody's here. */
    static Map<String, SortedSet<String>> upstream(JsonNode dsl) {
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        JsonNode components = dsl.path("components");
        components.properties().forEach(component -> {
            SortedSet<String> sources = new TreeSet<>();
            for (JsonNode input : component.getValue().path("input")) {
                collect(input, components, sources);
            }
            sources.remove(component.getKey());
            upstream.put(component.getKey(), sources);
        });
        return upstream;
    }

    private static void collect(JsonNode input, JsonNode components, SortedSet<String> sources) {
        if (input.isContainerNode()) {
            input.forEach(inner -> collect(inner, components, sources));
            return;
        }
        String reference = input.asText();
        int dot = reference.indexOf('.');
        if (dot > 0 && components.has(reference.substring(0, dot))) {
            sources.add(reference.substring(0, dot));
        }
    }
}
