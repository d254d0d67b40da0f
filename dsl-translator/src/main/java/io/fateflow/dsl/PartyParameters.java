package io.fateflow.dsl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.ProblemKind;

/** What the user set for each party: job parameters and component parameters, merged in FATE's order. */
final class PartyParameters {

    private static final String ARBITER = "arbiter";

    private final Map<Party, List<ConfSection.Layer>> job = new LinkedHashMap<>();
    private final Map<Party, List<ConfSection.Layer>> components = new LinkedHashMap<>();
    private final Map<Party, List<ObjectNode>> jobDemands = new LinkedHashMap<>();
    private final ConfSection jobSection;
    private final ConfSection componentSection;

    PartyParameters(ObjectNode conf, Roster roster, Findings findings) {
        jobSection = ConfSection.read(conf, "job_parameters", roster, findings);
        componentSection = ConfSection.read(conf, "component_parameters", roster, findings);
        roster.positions().forEach((party, position) -> {
            job.put(party, jobSection.layersFor(party, position));
            components.put(party, componentSection.layersFor(party, position));
            List<ConfSection.Layer> asking = party.role().equals(ARBITER)
                    ? jobSection.ownLayersOf(party, position)
                    : jobSection.layersFor(party, position);
            jobDemands.put(party, asking.stream().map(ConfSection.Layer::values).toList());
        });
    }

    /** Reports parameters of the given components that are not objects. */
    void check(Set<String> componentNames, Findings findings) {
        for (ConfSection.Layer layer : componentSection.layers()) {
            layer.values().properties().forEach(e -> {
                if (componentNames.contains(e.getKey()) && !e.getValue().isObject()) {
                    findings.add(
                            ProblemKind.SECTION_NOT_AN_OBJECT, layer.place().at(e.getKey()), e.getKey());
                }
            });
        }
        QueueParameters.check(jobSection, findings);
        CountParameters.check(jobSection, findings);
        new ResourceDemands(findings).check(jobSection, componentSection, componentNames);
        new SparkParameters(findings).check(jobSection, componentSection, componentNames);
    }

    Map<Party, ObjectNode> ofJob() {
        Map<Party, ObjectNode> merged = new LinkedHashMap<>();
        job.forEach((party, layers) -> {
            ObjectNode values = JsonNodeFactory.instance.objectNode();
            layers.forEach(layer -> JsonMerge.into(values, layer.values()));
            merged.put(party, values);
        });
        return merged;
    }

    ObjectNode ofComponent(String name, Party party) {
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        for (ConfSection.Layer layer : components.getOrDefault(party, List.of())) {
            JsonNode own = layer.values().get(name);
            if (own instanceof ObjectNode object) {
                JsonMerge.into(values, object);
            }
        }
        values.remove(ResourceDemands.RESOURCES);
        values.remove(SparkRun.ENGINE);
        values.remove(SparkRun.SPARK_RUN);
        return values;
    }

    /** What a component asks of one node at a party. */
    ObjectNode demandOf(String name, Party party) {
        List<ObjectNode> own = components.getOrDefault(party, List.of()).stream()
                .map(layer -> layer.values().get(name))
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .toList();
        ObjectNode demand = ResourceDemands.of(jobDemands.getOrDefault(party, List.of()), own);
        SparkRun.of(job.getOrDefault(party, List.of()).stream().map(ConfSection.Layer::values), own.stream())
                .ifPresent(spark -> spark.amounts().forEach((label, amount) -> demand.put(label, amount)));
        return demand;
    }
}
