package io.fateflow.worker.component.columns;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Repeated fields in protobuf's JSON form, in which 64-bit integers are texts, and NaN and the infinities too. */
public final class ProtobufJson {

    private ProtobufJson() {}

    public static ArrayNode texts(Collection<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    public static ArrayNode doubles(double... values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (double value : values) {
            if (Double.isFinite(value)) {
                array.add(value);
            } else {
                array.add(Double.toString(value));
            }
        }
        return array;
    }

    /** Values of the type {@code int64}. */
    public static ArrayNode longs(long... values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (long value : values) {
            array.add(Long.toString(value));
        }
        return array;
    }

    /** Values of the type {@code int32}. */
    public static ArrayNode integers(int... values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int value : values) {
            array.add(value);
        }
        return array;
    }

    public static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    public static double[] doubles(JsonNode array) {
        double[] values = new double[array.size()];
        for (int i = 0; i < values.length; i++) {
            // asDouble makes 0 of a text that is no number
            values[i] = array.get(i).isTextual()
                    ? Double.parseDouble(array.get(i).asText())
                    : array.get(i).asDouble();
        }
        return values;
    }
}
