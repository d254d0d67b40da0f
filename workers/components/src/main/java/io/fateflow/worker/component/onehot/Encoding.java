package io.fateflow.worker.component.onehot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.columns.ProtobufJson;

/**
 * FATE's OneHotMeta and OneHotParam.
 *
 * @param header before
 * @param values of each column that is encoded
 */
record Encoding(List<String> header, Map<String, SortedSet<String>> values) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static Encoding load(Model model) {
        List<String> header = new ArrayList<>();
        model.meta().path("header").forEach(name -> header.add(name.asText()));
        SortedMap<String, SortedSet<String>> values = new TreeMap<>();
        model.param().path("colMap").properties().forEach(column -> {
            SortedSet<String> of = Category.none();
            for (JsonNode value : column.getValue().path("values")) {
                of.add(Category.read(value.asText()));
            }
            values.put(column.getKey(), of);
        });
        return new Encoding(header, values);
    }

    /** The columns afterwards: {@code name_value} in place of an encoded one. */
    List<String> resultHeader() {
        return expand(header, true);
    }

    /** The anonymous names afterwards: {@code name_0}, {@code name_1} and so on in place of an encoded one's. */
    List<String> anonymous(List<String> before) {
        return expand(before, false);
    }

    /** Of the module that made it. */
    Model toModel(String module) {
        ObjectNode meta = JSON.objectNode();
        List<String> encoded = header.stream().filter(values::containsKey).toList();
        meta.set("transformColNames", ProtobufJson.texts(encoded));
        meta.set("header", ProtobufJson.texts(header));
        meta.put("needRun", true);
        ObjectNode param = JSON.objectNode();
        ObjectNode columns = param.putObject("colMap");
        for (String column : encoded) {
            ObjectNode map = columns.putObject(column);
            List<String> texts = List.copyOf(values(column));
            map.set("values", ProtobufJson.texts(texts));
            map.set(
                    "transformedHeaders",
                    ProtobufJson.texts(
                            texts.stream().map(text -> column + "_" + text).toList()));
        }
        param.set("resultHeader", ProtobufJson.texts(resultHeader()));
        return new Model(module, "OneHotMeta", meta, "OneHotParam", param);
    }

    SortedSet<String> values(String column) {
        return values.getOrDefault(column, Category.none());
    }

    private List<String> expand(List<String> names, boolean byValue) {
        List<String> expanded = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            String name = names.get(column);
            if (!values.containsKey(header.get(column))) {
                expanded.add(name);
            }
            int place = 0;
            for (String value : values(header.get(column))) {
                expanded.add(name + "_" + (byValue ? value : Integer.toString(place++)));
            }
        }
        return expanded;
    }
}
