package io.fateflow.worker.component.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.table.TextRow;

/**
 * The values that stand for something else, such as a missing value: texts are compared as they are written, numbers by
 * their value.
 */
final class Marks {

    /** What is missing when nobody says so: what FATE's readers and its imputer take for it. */
    static final List<String> MISSING = List.of("", "NULL", "null", "NA", "na", "none", "None");

    private final List<String> shown;
    private final Set<String> texts;
    private final double[] numbers;
    private final boolean[] firstBytes = new boolean[256];
    private final int longest;

    private Marks(List<String> texts, double... numbers) {
        this.texts = Set.copyOf(texts);
        this.numbers = numbers;
        this.longest = texts.stream().mapToInt(String::length).max().orElse(-1) * 4;
        this.shown = new ArrayList<>(texts);
        for (double number : numbers) {
            shown.add(Double.toString(number));
        }
        for (String text : texts) {
            if (!text.isEmpty()) {
                firstBytes[text.getBytes(java.nio.charset.StandardCharsets.UTF_8)[0] & 0xFF] = true;
            }
        }
    }

    static Marks of(List<String> texts) {
        return new Marks(texts);
    }

    static Marks none() {
        return new Marks(List.of());
    }

    /** A parameter's list, of texts and numbers. */
    static Marks of(JsonNode list) {
        List<String> texts = new ArrayList<>();
        List<Double> numbers = new ArrayList<>();
        for (JsonNode element : list) {
            if (element.isNumber()) {
                numbers.add(element.asDouble());
            } else {
                texts.add(element.asText());
            }
        }
        return new Marks(
                texts, numbers.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** All of them as texts, for the model. */
    List<String> shown() {
        return shown;
    }

    boolean match(TextRow fields, int place) {
        int length = fields.length(place);
        if (length == 0) {
            return texts.contains("");
        }
        return length <= longest && firstBytes[fields.firstByte(place) & 0xFF] && texts.contains(fields.text(place));
    }

    boolean match(String text) {
        return texts.contains(text);
    }

    boolean match(double value) {
        for (double number : numbers) {
            if (number == value) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return shown.stream().collect(Collectors.joining(", "));
    }
}
