package io.fateflow.dsl.bpmn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where everything is drawn. */
final class Diagram {

    /** Upper left corner and size. */
    record Box(int x, int y, int width, int height) {

        Point leftMiddle() {
            return new Point(x, y + height / 2);
        }

        Point rightMiddle() {
            return new Point(x + width, y + height / 2);
        }
    }

    record Point(int x, int y) {}

    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final Map<String, List<Point>> routes = new LinkedHashMap<>();

    void place(String node, Box box) {
        boxes.put(node, box);
    }

    void route(String flow, List<Point> points) {
        routes.put(flow, List.copyOf(points));
    }

    Box box(String node) {
        Box box = boxes.get(node);
        if (box == null) {
            throw new IllegalStateException("no place for " + node);
        }
        return box;
    }

    Map<String, Box> boxes() {
        return boxes;
    }

    Map<String, List<Point>> routes() {
        return routes;
    }
}
