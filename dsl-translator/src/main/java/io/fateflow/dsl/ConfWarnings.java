package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.module.Spelling;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Finding;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * What is probably a mistake in a job that is accepted all the same, as FATE accepts it: parameters for components that
 * the DSL does not have. A predict job has parameters of components that were not deployed, and gets no warning.
 */
public final class ConfWarnings {

    private final Set<String> components = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private final List<Problem> warnings = new ArrayList<>();

    private ConfWarnings(JsonNode dsl) {
        dsl.path("components").fieldNames().forEachRemaining(components::add);
    }

    /**
     * The warnings of a job that was accepted, each name once; empty if nothing is odd.
     *
     * @param conf as version 2
     */
    public static List<Problem> of(JsonNode dsl, JsonNode conf) {
        String train = JobKind.TRAIN.label();
        ConfWarnings found = new ConfWarnings(dsl);
        if (conf.at("/job_parameters/common/job_type").asText(train).equals(train)) {
            found.look(
                    conf.path("component_parameters"), Place.of(Document.CONF).at("component_parameters"));
        }
        return List.copyOf(found.warnings);
    }

    private void look(JsonNode section, Place place) {
        lookAtLayer(section.path("common"), place.at("common"));
        section.path("role").properties().forEach(role -> role.getValue()
                .properties()
                .forEach(index -> lookAtLayer(
                        index.getValue(), place.at("role").at(role.getKey()).at(index.getKey()))));
    }

    private void lookAtLayer(JsonNode layer, Place place) {
        layer.fieldNames().forEachRemaining(name -> {
            if (!components.contains(name) && named.add(name)) {
                String guess = Spelling.closest(name, components)
                        .map(closest -> ": '" + closest + "'?")
                        .orElse("");
                warnings.add(Problem.of(
                        Finding.of(ProblemKind.PARAMETERS_FOR_UNKNOWN_COMPONENT, place.at(name), name, guess)));
            }
        });
    }
}
