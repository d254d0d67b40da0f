package io.fateflow.dsl.bpmn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the process as BPMN 2.0 with diagram.
 *
 * <p>Every id is generated and the user's text is in {@code name} only. The one expression is a constant.
 */
final class BpmnDocument {

    private static final String CALLED_PROCESS = "fate-task";
    private static final String TIME_TO_LIVE = "P30D";
    private static final String BUSINESS_KEY = "#{execution.processBusinessKey}";

    private final String key;
    private final String name;
    private final FlowGraph graph;
    private final Diagram diagram;
    private final XmlWriter xml = new XmlWriter();
    private final Map<String, List<String>> incoming = new LinkedHashMap<>();
    private final Map<String, List<String>> outgoing = new LinkedHashMap<>();

    BpmnDocument(String key, String name, FlowGraph graph, Diagram diagram) {
        this.key = key;
        this.name = name;
        this.graph = graph;
        this.diagram = diagram;
        for (SequenceFlow flow : graph.flows()) {
            outgoing.computeIfAbsent(flow.source(), id -> new ArrayList<>()).add(flow.id());
            incoming.computeIfAbsent(flow.target(), id -> new ArrayList<>()).add(flow.id());
        }
    }

    String write() {
        String[] namespaces = {
            "xmlns:bpmn", "http://www.omg.org/spec/BPMN/20100524/MODEL",
            "xmlns:bpmndi", "http://www.omg.org/spec/BPMN/20100524/DI",
            "xmlns:dc", "http://www.omg.org/spec/DD/20100524/DC",
            "xmlns:di", "http://www.omg.org/spec/DD/20100524/DI",
            "xmlns:camunda", "http://camunda.org/schema/1.0/bpmn",
            "id", "definitions",
            "targetNamespace", "urn:io.fateflow:dag",
            "exporter", "FATE Flow BPM"
        };
        xml.element("bpmn:definitions", namespaces, () -> {
            process();
            xml.element("bpmndi:BPMNDiagram", attributes("id", "diagram"), this::plane);
        });
        return xml.finish();
    }

    private void process() {
        String[] attributes = {
            "id", key, "name", name, "isExecutable", "true", "camunda:historyTimeToLive", TIME_TO_LIVE
        };
        xml.element("bpmn:process", attributes, () -> {
            graph.nodes().forEach(this::node);
            graph.flows()
                    .forEach(flow -> xml.empty(
                            "bpmn:sequenceFlow",
                            attributes("id", flow.id(), "sourceRef", flow.source(), "targetRef", flow.target())));
        });
    }

    private void node(FlowNode node) {
        xml.element("bpmn:" + node.type().element(), nodeAttributes(node), () -> {
            if (node.type() == FlowNode.Type.COMPONENT) {
                xml.element(
                        "bpmn:extensionElements",
                        attributes(),
                        () -> xml.empty("camunda:in", "businessKey", BUSINESS_KEY));
            }
            incoming.getOrDefault(node.id(), List.of()).forEach(flow -> xml.textElement("bpmn:incoming", flow));
            outgoing.getOrDefault(node.id(), List.of()).forEach(flow -> xml.textElement("bpmn:outgoing", flow));
        });
    }

    /** The transaction boundary is before the activity: a failure there must not undo the component before it. */
    private static String[] nodeAttributes(FlowNode node) {
        if (node.type() != FlowNode.Type.COMPONENT) {
            return attributes("id", node.id());
        }
        return attributes(
                "id", node.id(), "name", node.name(), "calledElement", CALLED_PROCESS, "camunda:asyncBefore", "true");
    }

    private void plane() {
        xml.element("bpmndi:BPMNPlane", attributes("id", "plane", "bpmnElement", key), () -> {
            diagram.boxes().forEach(this::shape);
            diagram.routes().forEach(this::edge);
        });
    }

    private void shape(String node, Diagram.Box box) {
        xml.element(
                "bpmndi:BPMNShape",
                attributes("id", "shape_" + node, "bpmnElement", node),
                () -> xml.empty(
                        "dc:Bounds",
                        attributes(
                                "x",
                                text(box.x()),
                                "y",
                                text(box.y()),
                                "width",
                                text(box.width()),
                                "height",
                                text(box.height()))));
    }

    private void edge(String flow, List<Diagram.Point> points) {
        xml.element(
                "bpmndi:BPMNEdge",
                attributes("id", "edge_" + flow, "bpmnElement", flow),
                () -> points.forEach(point -> xml.empty("di:waypoint", "x", text(point.x()), "y", text(point.y()))));
    }

    private static String[] attributes(String... namesAndValues) {
        return namesAndValues;
    }

    private static String text(int number) {
        return Integer.toString(number);
    }
}
