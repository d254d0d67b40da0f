package io.fateflow.worker.component;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A component's parameters as the user gave them; each is asked for by name and type, with its default. What nobody
 * asked for is an error of the user's: call {@link #refuseOthers} after the last one.
 */
public final class Parameters {

    /** Known to every component; the runtime looks at it. */
    private static final String NEED_RUN = "need_run";

    private final String component;
    private final ObjectNode values;
    private final Set<String> known = new HashSet<>(Set.of(NEED_RUN));

    /** What was asked for, with what was answered. */
    private final ObjectNode answered;

    private final Map<String, Parameters> sections = new HashMap<>();

    /**
     * Reads nothing yet.
     *
     * @param component {@code <module>#<name>}, for errors
     */
    public Parameters(String component, ObjectNode values) {
        this.component = component;
        this.values = values;
        this.answered = values.objectNode();
    }

    /** Whether the component is to run at all. */
    public boolean needRun() {
        return flag(NEED_RUN, true);
    }

    public String text(String name, String defaultValue) {
        JsonNode value = value(name);
        String text = value.isMissingNode()
                ? defaultValue
                : check(value.isTextual(), name, value, "a text").asText();
        answered.put(name, text);
        return text;
    }

    public boolean flag(String name, boolean defaultValue) {
        JsonNode value = value(name);
        boolean zeroOrOne = value.isInt() && (value.asInt() == 0 || value.asInt() == 1);
        boolean flag = value.isMissingNode()
                ? defaultValue
                : check(value.isBoolean() || zeroOrOne, name, value, "true or false")
                        .asBoolean();
        answered.put(name, flag);
        return flag;
    }

    /** A whole number within bounds, both included. */
    public int integer(String name, int defaultValue, int least, int greatest) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            answered.put(name, defaultValue);
            return defaultValue;
        }
        JsonNode number = numberInText(value);
        boolean fits = number.isIntegralNumber()
                && number.canConvertToInt()
                && number.asInt() >= least
                && number.asInt() <= greatest;
        String bounds = greatest == Integer.MAX_VALUE ? "from " + least : "from " + least + " to " + greatest;
        check(fits, name, value, "a whole number " + bounds);
        answered.put(name, number.asInt());
        return number.asInt();
    }

    /** A number within bounds, both included. */
    public double decimal(String name, double defaultValue, double least, double greatest) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            answered.put(name, defaultValue);
            return defaultValue;
        }
        answered.set(name, value);
        boolean fits = value.isNumber() && value.asDouble() >= least && value.asDouble() <= greatest;
        return check(fits, name, value, "a number from " + least + " to " + greatest)
                .asDouble();
    }

    /** One of a few words, compared without regard to case, given back as listed. */
    public String choice(String name, String defaultValue, String... choices) {
        JsonNode value = value(name);
        String chosen = value.isMissingNode()
                ? defaultValue
                : Stream.of(choices)
                        .filter(choice -> choice.equalsIgnoreCase(value.asText()))
                        .findFirst()
                        .orElseThrow(
                                () -> wrong(name, "must be one of " + String.join(", ", choices) + ", not " + value));
        answered.put(name, chosen);
        return chosen;
    }

    /** Whatever was given; missing if nothing was, or null. */
    public JsonNode any(String name) {
        return value(name);
    }

    /** Whether the user wrote null, which for a few parameters is something else than nothing. */
    public boolean isNull(String name) {
        known.add(name);
        return values.path(name).isNull();
    }

    /** A list of texts; empty if not given. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        list(name)
                .forEach(value -> texts.add(
                        check(value.isTextual(), name, value, "a list of texts").asText()));
        return texts;
    }

    /** A list of numbers; empty if not given. */
    public List<Double> decimals(String name) {
        List<Double> numbers = new ArrayList<>();
        list(name)
                .forEach(value -> numbers.add(check(value.isNumber(), name, value, "a list of numbers")
                        .asDouble()));
        return numbers;
    }

    /**
     * The parameters inside a parameter, such as {@code encrypt_param}; none if it was not given. Call
     * {@link #refuseOthers} on it too.
     */
    public Parameters section(String name) {
        Parameters section = new Parameters(component + ": " + name, object(name));
        sections.put(name, section);
        return section;
    }

    private JsonNode list(String name) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            answered.putArray(name);
            return value;
        }
        return check(value.isArray(), name, value, "a list");
    }

    /** An object; empty if not given. */
    public ObjectNode object(String name) {
        JsonNode value = value(name);
        if (value.isMissingNode()) {
            return values.objectNode();
        }
        return (ObjectNode) check(value.isObject(), name, value, "an object");
    }

    /** Accepts a parameter that has no effect here. */
    public Parameters ignore(String name) {
        known.add(name);
        return this;
    }

    /**
     * Ends the asking.
     *
     * @throws ParameterException naming all parameters that were not asked for
     */
    public void refuseOthers() {
        Set<String> others = new TreeSet<>();
        values.fieldNames().forEachRemaining(others::add);
        others.removeAll(known);
        if (!others.isEmpty()) {
            throw new ParameterException("cpn `" + component + "` has redundant parameters: `" + others + "`");
        }
    }

    /**
     * What is in force: all that was given, and the default of whatever was asked for and not given. Each section that was
     * asked for is inside.
     */
    public ObjectNode effective() {
        ObjectNode effective = answered.deepCopy();
        values.properties().forEach(given -> {
            if (!given.getValue().isNull() || !effective.has(given.getKey())) {
                effective.set(given.getKey(), given.getValue());
            }
        });
        sections.forEach((name, section) -> effective.set(name, section.effective()));
        return effective;
    }

    /** An error about one parameter, with the component's name. */
    public ParameterException wrong(String name, String why) {
        return new ParameterException(component + ": parameter " + name + " " + why);
    }

    private JsonNode value(String name) {
        known.add(name);
        JsonNode value = values.path(name);
        return value.isNull() ? MissingNode.getInstance() : value;
    }

    /** Query strings become parameters too, and have no numbers. */
    private static JsonNode numberInText(JsonNode value) {
        boolean digits = value.isTextual() && value.asText().matches("-?\\d{1,9}");
        return digits ? IntNode.valueOf(value.asInt()) : value;
    }

    private JsonNode check(boolean right, String name, JsonNode value, String expected) {
        if (!right) {
            throw wrong(name, "must be " + expected + ", not " + value);
        }
        return value;
    }
}
