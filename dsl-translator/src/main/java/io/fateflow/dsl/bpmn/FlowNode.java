package io.fateflow.dsl.bpmn;

/**
 * A node of the process.
 *
 * @param id its id in the document, generated
 * @param type what it is
 * @param name the component's name; empty for everything else
 */
record FlowNode(String id, Type type, String name) {

    private static final int NARROW_LABEL = 14;

    enum Type {
        START("startEvent"),
        END("endEvent"),
        GATEWAY("parallelGateway"),
        COMPONENT("callActivity");

        private final String element;

        Type(String element) {
            this.element = element;
        }

        String element() {
            return element;
        }
    }

    /** Width in the diagram: bpmn-js' sizes, and a wider activity for a name that would be cut off. */
    int width() {
        return switch (type) {
            case START, END -> 36;
            case GATEWAY -> 50;
            case COMPONENT -> name.length() > NARROW_LABEL ? 140 : 100;
        };
    }

    int height() {
        return switch (type) {
            case START, END -> 36;
            case GATEWAY -> 50;
            case COMPONENT -> 80;
        };
    }
}
