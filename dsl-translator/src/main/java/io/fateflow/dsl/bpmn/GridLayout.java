package io.fateflow.dsl.bpmn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Columns by longest path, rows close to the predecessors'; linear time, for graphs on which {@link ElkLayout} takes
 * seconds.
 */
final class GridLayout {

    private static final int MARGIN = 60;
    private static final int COLUMN = 230;
    private static final int ROW = 130;

    /** Edges run in the gap left of a column and in the gap above a row. */
    private static final int GAP = 30;

    private static final int TALLEST = 80;

    private final FlowGraph graph;
    private final Columns columns;
    private final Map<String, Integer> rows = new HashMap<>();
    private final Diagram diagram = new Diagram();

    private GridLayout(FlowGraph graph) {
        this.graph = graph;
        this.columns = Columns.of(graph);
    }

    static Diagram of(FlowGraph graph) {
        return new GridLayout(graph).layout();
    }

    private Diagram layout() {
        TreeMap<Integer, List<FlowNode>> byColumn = new TreeMap<>();
        Map<String, List<String>> predecessors = new HashMap<>();
        for (FlowNode node : graph.nodes()) {
            byColumn.computeIfAbsent(columns.of(node.id()), c -> new ArrayList<>())
                    .add(node);
        }
        for (SequenceFlow flow : graph.flows()) {
            predecessors.computeIfAbsent(flow.target(), id -> new ArrayList<>()).add(flow.source());
        }
        byColumn.forEach((column, nodes) -> fill(column, nodes, predecessors));
        graph.flows().forEach(this::route);
        return diagram;
    }

    private void fill(int column, List<FlowNode> nodes, Map<String, List<String>> predecessors) {
        Map<String, Double> wishes = new HashMap<>();
        nodes.forEach(node -> wishes.put(
                node.id(),
                predecessors.getOrDefault(node.id(), List.of()).stream()
                        .mapToInt(before -> rows.getOrDefault(before, 0))
                        .average()
                        .orElse(0)));
        List<FlowNode> sorted = new ArrayList<>(nodes);
        sorted.sort((a, b) -> Double.compare(wishes.getOrDefault(a.id(), 0.0), wishes.getOrDefault(b.id(), 0.0)));
        for (int row = 0; row < sorted.size(); row++) {
            FlowNode node = sorted.get(row);
            rows.put(node.id(), row);
            int x = MARGIN + column * COLUMN + (140 - node.width()) / 2;
            int y = MARGIN + row * ROW + (TALLEST - node.height()) / 2;
            diagram.place(node.id(), new Diagram.Box(x, y, node.width(), node.height()));
        }
    }

    private void route(SequenceFlow flow) {
        Diagram.Point from = diagram.box(flow.source()).rightMiddle();
        Diagram.Point to = diagram.box(flow.target()).leftMiddle();
        List<Diagram.Point> points = new ArrayList<>(List.of(from));
        int before = MARGIN + columns.of(flow.target()) * COLUMN - GAP;
        if (columns.span(flow) > 1) {
            int after = MARGIN + columns.of(flow.source()) * COLUMN + 140 + GAP;
            int above = MARGIN + rows.getOrDefault(flow.target(), 0) * ROW - (ROW - TALLEST) / 2;
            points.add(new Diagram.Point(after, from.y()));
            points.add(new Diagram.Point(after, above));
            points.add(new Diagram.Point(before, above));
            points.add(new Diagram.Point(before, to.y()));
        } else if (from.y() != to.y()) {
            points.add(new Diagram.Point(before, from.y()));
            points.add(new Diagram.Point(before, to.y()));
        }
        points.add(to);
        diagram.route(flow.id(), points);
    }
}
