package io.fateflow.worker.agent;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a worker tells the server that its node has: what the runtime has found, unless the operator declares something else. */
final class AnnouncedResources {

    private static final Logger log = LoggerFactory.getLogger(AnnouncedResources.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> RAYS = List.of("CPU", "memory", "GPU");

    private AnnouncedResources() {}

    /**
     * Labels with amounts, or with lists of units.
     *
     * @param declared by label a number, or a list of units such as {@code [0, 3]}; 0 hides what was found
     * @throws IllegalArgumentException for what is neither
     */
    static ObjectNode of(Map<String, JsonNode> found, Map<String, String> declared) {
        Map<String, JsonNode> labels = new TreeMap<>(found);
        declared.forEach((label, text) -> labels.put(spelled(label), read(label, text)));
        ObjectNode announced = JsonNodeFactory.instance.objectNode();
        labels.forEach((label, value) -> {
            if (value.isArray() ? !value.isEmpty() : value.decimalValue().signum() > 0) {
                announced.set(label, value);
            }
        });
        return announced;
    }

    /** Settings that come from environment variables have lost how they were spelled. */
    private static String spelled(String label) {
        return RAYS.stream().filter(label::equalsIgnoreCase).findFirst().orElse(label);
    }

    private static JsonNode read(String label, String text) {
        try {
            JsonNode value = JSON.readTree(text);
            boolean number = value.isNumber() && value.decimalValue().signum() >= 0;
            if (number) {
                return JsonNodeFactory.instance.numberNode(new BigDecimal(text.strip()));
            }
            if (value.isArray() && IntStream.range(0, value.size()).allMatch(i -> isUnit(value.get(i)))) {
                return value;
            }
        } catch (IOException | NumberFormatException e) {
            log.debug("no JSON: {}", text);
        }
        throw new IllegalArgumentException(
                "FFB-2027 the resource %s is declared as %s: write a number such as 4, or a list of units such as [0, 3]"
                        .formatted(label, text));
    }

    private static boolean isUnit(JsonNode node) {
        return node.isInt() && node.intValue() >= 0;
    }
}
