package io.fateflow.dsl.bpmn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The process as nodes and sequence flows: the DAG with its gateways and events. Nodes are in topological order. */
final class FlowGraph {

    private final Map<String, FlowNode> nodes = new LinkedHashMap<>();
    private final List<SequenceFlow> flows = new ArrayList<>();
    private final Map<String, List<SequenceFlow>> outgoing = new HashMap<>();
    private final Map<String, String> activityIds = new LinkedHashMap<>();

    private FlowGraph() {}

    static FlowGraph of(Dag dag) {
        FlowGraph graph = new FlowGraph();
        Map<String, String> exits = new LinkedHashMap<>();
        Map<String, List<String>> downstream = dag.downstream();
        String start = graph.addStart(dag);
        for (int n = 0; n < dag.names().size(); n++) {
            String name = dag.names().get(n);
            String component = graph.addComponent(n, name, dag, exits, start);
            exits.put(
                    name,
                    graph.addExit(
                            n,
                            component,
                            downstream.getOrDefault(name, List.of()).size()));
        }
        return graph;
    }

    Iterable<FlowNode> nodes() {
        return nodes.values();
    }

    int size() {
        return nodes.size();
    }

    List<SequenceFlow> flows() {
        return flows;
    }

    List<SequenceFlow> outgoing(String node) {
        return outgoing.getOrDefault(node, List.of());
    }

    Map<String, String> activityIds() {
        return activityIds;
    }

    private String addStart(Dag dag) {
        String start = add("start", FlowNode.Type.START, "");
        long sources = dag.names().stream()
                .filter(name -> dag.upstreamOf(name).isEmpty())
                .count();
        return sources > 1 ? addAfter(start, "fork_start") : start;
    }

    private String addComponent(int n, String name, Dag dag, Map<String, String> exits, String start) {
        List<String> entries = dag.upstreamOf(name).stream()
                .map(before -> exits.getOrDefault(before, start))
                .toList();
        String id = "c_" + n;
        if (entries.size() > 1) {
            String join = add("join_" + n, FlowNode.Type.GATEWAY, "");
            entries.forEach(entry -> connect(entry, join));
            add(id, FlowNode.Type.COMPONENT, name);
            connect(join, id);
        } else {
            add(id, FlowNode.Type.COMPONENT, name);
            connect(entries.isEmpty() ? start : entries.get(0), id);
        }
        activityIds.put(name, id);
        return id;
    }

    /** What the component's successors follow: itself, or its fork. One without successors gets an end event. */
    private String addExit(int n, String component, int successors) {
        if (successors == 0) {
            connect(component, add("end_" + n, FlowNode.Type.END, ""));
        }
        return successors > 1 ? addAfter(component, "fork_" + n) : component;
    }

    private String addAfter(String before, String gateway) {
        connect(before, add(gateway, FlowNode.Type.GATEWAY, ""));
        return gateway;
    }

    private String add(String id, FlowNode.Type type, String name) {
        nodes.put(id, new FlowNode(id, type, name));
        return id;
    }

    private void connect(String source, String target) {
        SequenceFlow flow = new SequenceFlow("flow_" + flows.size(), source, target);
        flows.add(flow);
        outgoing.computeIfAbsent(source, id -> new ArrayList<>()).add(flow);
    }
}
