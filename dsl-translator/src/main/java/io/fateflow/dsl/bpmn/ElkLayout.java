package io.fateflow.dsl.bpmn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.PortConstraints;
import org.eclipse.elk.core.options.PortSide;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.ElkPort;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** Left to right in layers with orthogonal edges, by the Eclipse Layout Kernel. Good to look at; slow on big graphs. */
final class ElkLayout {

    private static final double MARGIN = 40;
    private static final double BETWEEN_NODES = 30;
    private static final double BETWEEN_LAYERS = 50;
    private static final double BETWEEN_EDGES = 20;

    static {
        LayoutMetaDataService.getInstance().registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
    }

    private final Map<String, ElkPort> entries = new LinkedHashMap<>();
    private final Map<String, ElkPort> exits = new LinkedHashMap<>();
    private final Map<String, ElkNode> elkNodes = new LinkedHashMap<>();
    private final Map<String, ElkEdge> elkEdges = new LinkedHashMap<>();

    private ElkLayout() {}

    static Diagram of(FlowGraph graph) {
        return new ElkLayout().layout(graph);
    }

    private Diagram layout(FlowGraph graph) {
        ElkNode root = root();
        graph.nodes().forEach(node -> add(root, node));
        graph.flows().forEach(flow -> {
            ElkEdge edge = ElkGraphUtil.createSimpleEdge(exits.get(flow.source()), entries.get(flow.target()));
            elkEdges.put(flow.id(), edge);
        });
        new RecursiveGraphLayoutEngine().layout(root, new BasicProgressMonitor());
        return diagram();
    }

    private static ElkNode root() {
        ElkNode root = ElkGraphUtil.createGraph();
        root.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
        root.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
        root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        root.setProperty(LayeredOptions.PADDING, new ElkPadding(MARGIN));
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, BETWEEN_NODES);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, BETWEEN_LAYERS);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, BETWEEN_EDGES);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, BETWEEN_EDGES);
        root.setProperty(LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.PREFER_NODES);
        root.setProperty(LayeredOptions.RANDOM_SEED, 1); // the same shape is the same document
        return root;
    }

    /** Ports in the middle of the sides: edges meet gateways at their corners. */
    private void add(ElkNode root, FlowNode node) {
        ElkNode elkNode = ElkGraphUtil.createNode(root);
        elkNode.setDimensions(node.width(), node.height());
        elkNode.setProperty(LayeredOptions.PORT_CONSTRAINTS, PortConstraints.FIXED_POS);
        elkNodes.put(node.id(), elkNode);
        entries.put(node.id(), port(elkNode, PortSide.WEST, 0));
        exits.put(node.id(), port(elkNode, PortSide.EAST, node.width()));
    }

    private static ElkPort port(ElkNode node, PortSide side, int x) {
        ElkPort port = ElkGraphUtil.createPort(node);
        port.setProperty(LayeredOptions.PORT_SIDE, side);
        port.setLocation(x, node.getHeight() / 2);
        return port;
    }

    private Diagram diagram() {
        Diagram diagram = new Diagram();
        elkNodes.forEach((id, node) -> diagram.place(
                id,
                new Diagram.Box(
                        round(node.getX()), round(node.getY()), round(node.getWidth()), round(node.getHeight()))));
        elkEdges.forEach((id, edge) -> diagram.route(id, points(edge)));
        return diagram;
    }

    private static List<Diagram.Point> points(ElkEdge edge) {
        List<Diagram.Point> points = new ArrayList<>();
        for (ElkEdgeSection section : edge.getSections()) {
            points.add(point(section.getStartX(), section.getStartY()));
            section.getBendPoints().forEach(bend -> points.add(point(bend.getX(), bend.getY())));
            points.add(point(section.getEndX(), section.getEndY()));
        }
        return points;
    }

    private static Diagram.Point point(double x, double y) {
        return new Diagram.Point(round(x), round(y));
    }

    private static int round(double value) {
        return (int) Math.round(value);
    }
}
