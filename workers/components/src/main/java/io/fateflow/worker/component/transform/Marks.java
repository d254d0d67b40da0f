package io.fateflow.worker.component.transform;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.table.TextRow;

/**
 * The values that stand for something else, such as a missing value: compared as they are written, and those that are
 * numbers by their value too.
 */
final class Marks {

    /** What is missing when nobody says so: what FATE's readers and its imputer take for it. */
    static final List<String> MISSING = List.of("", "NULL", "null", "NA", "na", "none", "None");

    /** A decimal number as users write it. */
    static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");

    private static final int BYTES_OF_A_CHARACTER = 4;

    private final List<String> shown;
    private final Set<String> texts;
    private final double[] numbers;
    private final boolean[] firstBytes = new boolean[256];
    private final int longest;

    private Marks(List<String> marks) {
        this.shown = List.copyOf(marks);
        this.texts = Set.copyOf(marks);
        this.numbers = marks.stream()
                .filter(NUMBER.asMatchPredicate())
                .mapToDouble(Double::parseDouble)
                .toArray();
        this.longest = BYTES_OF_A_CHARACTER
                * marks.stream().mapToInt(String::length).max().orElse(0);
        for (String mark : marks) {
            if (!mark.isEmpty()) {
                firstBytes[mark.getBytes(StandardCharsets.UTF_8)[0] & 0xFF] = true;
            }
        }
    }

    static Marks of(List<String> marks) {
        return new Marks(marks);
    }

    static Marks none() {
        return new Marks(List.of());
    }

    /** A parameter's list, of texts and numbers. */
    static Marks of(JsonNode list) {
        List<String> marks = new ArrayList<>();
        list.forEach(mark -> marks.add(mark.asText()));
        return new Marks(marks);
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
}
