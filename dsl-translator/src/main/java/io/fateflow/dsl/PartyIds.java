package io.fateflow.dsl;

import java.util.OptionalLong;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/** Party ids as users write them: numbers, or texts with a number (FATE makes integers of both). */
final class PartyIds {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,10}");
    /** FATE keeps ten characters of it. */
    private static final long LARGEST = 9_999_999_999L;

    private PartyIds() {}

    static OptionalLong read(JsonNode node) {
        if (node.isTextual() && DIGITS.matcher(node.textValue().strip()).matches()) {
            return OptionalLong.of(Long.parseLong(node.textValue().strip()));
        }
        boolean isWhole =
                node.isIntegralNumber() || (node.isDouble() && node.doubleValue() == Math.rint(node.doubleValue()));
        if (isWhole && node.canConvertToLong() && node.longValue() >= 0 && node.longValue() <= LARGEST) {
            return OptionalLong.of(node.longValue());
        }
        return OptionalLong.empty();
    }
}
