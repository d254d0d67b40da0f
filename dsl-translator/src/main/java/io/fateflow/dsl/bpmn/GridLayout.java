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

    private final Map<String, Integer> columns = new HashMap<>();
    private final Map<String, Double> wishes = new HashMap<>();
    private final Map<String, Integer> rows = new HashMap<>();
    private final Diagram diagram = new Diagram();

    private GridLayout() {}

    static Diagram of(FlowGraph graph) {
        return new GridLayout().layout(graph);
    }

    private Diagram layout(FlowGraph graph) {
        Map<String, List<String>> predecessors = new HashMap<>();
        graph.flows().forEach(flow -> predecessors
                .computeIfAbsent(flow.target(), id -> new ArrayList<>())
                .add(flow.source()));
        TreeMap<Integer, List<FlowNode>> byColumn = new TreeMap<>();
        for (FlowNode node : graph.nodes()) {
            int column = predecessors.getOrDefault(node.id(), List.of()).stream()
                    .mapToInt(before -> columns.getOrDefault(before, 0) + 1)
                    .max()
                    .orElse(0);
            columns.put(node.id(), column);
            byColumn.computeIfAbsent(column, c -> new ArrayList<>()).add(node);
        }
        byColumn.forEach((column, nodes) -> fill(column, nodes, predecessors));
        graph.flows().forEach(this::route);
        return diagram;
    }

    private void fill(int column, List<FlowNode> nodes, Map<String, List<String>> predecessors) {
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
        boolean isNext = columns.getOrDefault(flow.target(), 0) == columns.getOrDefault(flow.source(), 0) + 1;
        int before = MARGIN + columns.getOrDefault(flow.target(), 0) * COLUMN - GAP;
        if (!isNext) {
            int after = MARGIN + columns.getOrDefault(flow.source(), 0) * COLUMN + 140 + GAP;
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
