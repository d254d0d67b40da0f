package io.fateflow.webapp.job;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Rows under FATE Flow's column names. */
final class WireRows {

    private WireRows() {}

    /** With the prefix that query calls have and list calls have not. */
    static ArrayNode prefixed(List<ObjectNode> rows) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (ObjectNode row : rows) {
            ObjectNode wire = all.addObject();
            row.properties().forEach(column -> wire.set("f_" + column.getKey(), column.getValue()));
        }
        return all;
    }
}
