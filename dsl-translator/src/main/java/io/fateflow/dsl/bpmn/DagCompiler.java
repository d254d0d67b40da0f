package io.fateflow.dsl.bpmn;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;

/**
 * Compiles a job's DAG to a BPMN process definition.
 *
 * <p>The document depends on the component names and edges only: the same shape gives the same key and the same text,
 * whatever the order of declaration and whatever the parameters. Immutable.
 */
public final class DagCompiler {

    /** Above this many components a plain grid is drawn: the better layout would take seconds. */
    private static final int LARGEST_FOR_ELK = 200;

    private static final int NAMES_IN_TITLE = 3;

    /** The definition for a job. */
    public CompiledDag compile(JobPlan plan) {
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        for (ComponentPlan component : plan.components()) {
            upstream.put(component.name(), component.upstream());
        }
        return compile(upstream);
    }

    /**
     * The definition for a shape.
     *
     * @param upstream component name to the names of the components it waits for
     * @throws IllegalArgumentException if there is no component, a name is illegal, an edge leads nowhere, or there is a
     *     loop
     */
    public CompiledDag compile(Map<String, ? extends SortedSet<String>> upstream) {
        Dag dag = Dag.of(upstream);
        String key = ShapeKey.of(dag);
        FlowGraph graph = FlowGraph.of(dag);
        Diagram diagram = dag.names().size() > LARGEST_FOR_ELK ? GridLayout.of(graph) : ElkLayout.of(graph);
        String xml = new BpmnDocument(key, title(dag), graph, diagram).write();
        return new CompiledDag(key, Collections.unmodifiableMap(graph.activityIds()), xml);
    }

    private static String title(Dag dag) {
        List<String> names = dag.names();
        if (names.size() <= NAMES_IN_TITLE) {
            return "FATE DAG: " + String.join(", ", names);
        }
        return "FATE DAG: %s ... %s (%d components)".formatted(names.get(0), names.get(names.size() - 1), names.size());
    }
}
