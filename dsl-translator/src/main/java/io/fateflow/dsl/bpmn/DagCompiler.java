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

    /** Above these a plain grid is drawn: the better layout would take seconds. */
    private static final int MOST_COMPONENTS_FOR_ELK = 200;

    /** Columns spanned by all flows together; each costs the layout a dummy node. */
    private static final int WIDEST_FOR_ELK = 1_500;

    private static final int NAMES_IN_TITLE = 3;

    /** The key that {@link #compile(JobPlan)} would give, without the layout's cost: enough for a shape that is known. */
    public String keyOf(JobPlan plan) {
        return ShapeKey.of(Dag.of(upstream(plan)));
    }

    /** The definition for a job. */
    public CompiledDag compile(JobPlan plan) {
        return compile(upstream(plan));
    }

    private static Map<String, SortedSet<String>> upstream(JobPlan plan) {
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        for (ComponentPlan component : plan.components()) {
            upstream.put(component.name(), component.upstream());
        }
        return upstream;
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
        Diagram diagram = isLarge(dag, graph) ? GridLayout.of(graph) : ElkLayout.of(graph);
        String xml = new BpmnDocument(key, title(dag), graph, diagram).write();
        return new CompiledDag(key, Collections.unmodifiableMap(graph.activityIds()), xml);
    }

    private static boolean isLarge(Dag dag, FlowGraph graph) {
        Columns columns = Columns.of(graph);
        int width = graph.flows().stream().mapToInt(columns::span).sum();
        return dag.names().size() > MOST_COMPONENTS_FOR_ELK || width > WIDEST_FOR_ELK;
    }

    private static String title(Dag dag) {
        List<String> names = dag.names();
        if (names.size() <= NAMES_IN_TITLE) {
            return "FATE DAG: " + String.join(", ", names);
        }
        return "FATE DAG: %s ... %s (%d components)".formatted(names.get(0), names.get(names.size() - 1), names.size());
    }
}
