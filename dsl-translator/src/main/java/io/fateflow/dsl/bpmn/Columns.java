package io.fateflow.dsl.bpmn;

import java.util.HashMap;
import java.util.Map;

/** The column of each node, from left to right: the longest path from the start. */
final class Columns {

    private final Map<String, Integer> columns = new HashMap<>();

    private Columns() {}

    static Columns of(FlowGraph graph) {
        Columns result = new Columns();
        Map<String, Integer> earliest = new HashMap<>();
        for (FlowNode node : graph.nodes()) {
            int column = earliest.getOrDefault(node.id(), 0);
            result.columns.put(node.id(), column);
            graph.outgoing(node.id()).forEach(flow -> earliest.merge(flow.target(), column + 1, Math::max));
        }
        return result;
    }

    int of(String node) {
        return columns.getOrDefault(node, 0);
    }

    /** How many columns a flow spans; 1 between neighbours. */
    int span(SequenceFlow flow) {
        return of(flow.target()) - of(flow.source());
    }
}
