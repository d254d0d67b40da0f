package io.fateflow.federation.wire;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Iterator;
import java.util.Map;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * JSON exactly as Python's {@code json.dumps} writes it: {@code ", "} and {@code ": "}, keys in their order, ASCII only,
 * floats in their shortest form. Sites sign this text, so every character counts.
 */
public final class PythonJson {

    private static final int PLAIN_DIGITS = 16;
    private static final int PLAIN_ZEROS = -4;
    private static final String COMMA = ", ";
    private static final String COLON = ": ";

    private final Appendable text;

    private PythonJson(Appendable text) {
        this.text = text;
    }

    /** Writes any JSON value. */
    public static String dumps(JsonNode value) {
        StringBuilder text = new StringBuilder();
        try {
            new PythonJson(text).write(value);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return text.toString();
    }

    /** Writes what a parser reads, to its end. */
    static void copy(JsonParser json, Appendable target) throws IOException {
        PythonJson writer = new PythonJson(target);
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
            writer.token(json, token);
        }
    }

    private void token(JsonParser json, JsonToken token) throws IOException {
        JsonStreamContext place = json.getParsingContext();
        switch (token) {
            case START_OBJECT, START_ARRAY -> {
                comma(place.getParent());
                text.append(token.asString());
            }
            case END_OBJECT, END_ARRAY -> text.append(token.asString());
            case FIELD_NAME -> {
                text.append(place.getCurrentIndex() > 0 ? COMMA : "");
                string(json.currentName());
                text.append(COLON);
            }
            default -> {
                comma(place);
                scalar(json, token);
            }
        }
    }

    private void comma(JsonStreamContext place) throws IOException {
        text.append(place.inArray() && place.getCurrentIndex() > 0 ? COMMA : "");
    }

    private void scalar(JsonParser json, JsonToken token) throws IOException {
        switch (token) {
            case VALUE_STRING -> string(json.getText());
            case VALUE_NUMBER_FLOAT -> text.append(repr(json.getDoubleValue()));
            case VALUE_NUMBER_INT -> text.append(json.getNumberValue().toString());
            default -> text.append(json.getText());
        }
    }

    private void write(JsonNode value) throws IOException {
        if (value.isObject()) {
            object(value);
        } else if (value.isArray()) {
            array(value);
        } else if (value.isTextual()) {
            string(value.textValue());
        } else if (value.isFloatingPointNumber()) {
            text.append(repr(value.doubleValue()));
        } else {
            text.append(value.asText());
        }
    }

    private void object(JsonNode object) throws IOException {
        text.append('{');
        Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, JsonNode> entry = entries.next();
            string(entry.getKey());
            text.append(COLON);
            write(entry.getValue());
            text.append(entries.hasNext() ? COMMA : "");
        }
        text.append('}');
    }

    private void array(JsonNode array) throws IOException {
        text.append('[');
        Iterator<JsonNode> items = array.iterator();
        while (items.hasNext()) {
            write(items.next());
            text.append(items.hasNext() ? COMMA : "");
        }
        text.append(']');
    }

    private void string(String value) throws IOException {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            character(value.charAt(i));
        }
        text.append('"');
    }

    private void character(char c) throws IOException {
        switch (c) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            case '\f' -> text.append("\\f");
            case '\b' -> text.append("\\b");
            default -> {
                if (c >= ' ' && c <= '~') {
                    text.append(c);
                } else {
                    text.append("\\u%04x".formatted((int) c));
                }
            }
        }
    }

    /** Python's {@code repr} of a float. */
    static String repr(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        String sign = value < 0 || 1 / value < 0 ? "-" : "";
        if (value == 0) {
            return sign + "0.0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int point = shortest.precision() - shortest.scale();
        return sign + (point > PLAIN_ZEROS && point <= PLAIN_DIGITS ? plain(digits, point) : scientific(digits, point));
    }

    /** Double.toString is not the shortest before Java 19, and never shorter than two digits. */
    private static BigDecimal shortest(double value) {
        BigDecimal twoOrMore = new BigDecimal(DoubleToDecimal.toString(value)).stripTrailingZeros();
        BigDecimal one = twoOrMore.round(new MathContext(1));
        return twoOrMore.precision() == 2 && one.doubleValue() == value ? one : twoOrMore;
    }

    private static String plain(String digits, int point) {
        if (point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        return point >= digits.length()
                ? digits + "0".repeat(point - digits.length()) + ".0"
                : digits.substring(0, point) + "." + digits.substring(point);
    }

    private static String scientific(String digits, int point) {
        int exponent = point - 1;
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return "%s%se%s%02d".formatted(digits.charAt(0), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }
}
