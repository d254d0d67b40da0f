package io.fateflow.dsl;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An amount of a resource as a job writes it: whole units, or a share of one unit. Memory is megabytes, or a text with
 * its unit.
 *
 * @param value with at most four decimals; empty if it is none
 * @param why why it is none; empty if it is one
 */
record ResourceAmount(Optional<BigDecimal> value, String why) {

    private static final String MEMORY = "memory";
    private static final int DECIMALS = 4;
    private static final int WHOLE_DIGITS = 14;
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,14}(?:\\.[0-9]{1,8})?) ?(B|KB|MB|GB|TB)");
    private static final BigDecimal STEP = BigDecimal.valueOf(1024);
    private static final Map<String, Integer> STEPS_FROM_MEGABYTES =
            Map.of("B", -2, "KB", -1, "MB", 0, "GB", 1, "TB", 2);

    static ResourceAmount read(String label, JsonNode node) {
        if (node.isNumber()) {
            return checked(node.decimalValue());
        }
        if (label.equals(MEMORY) && node.isTextual()) {
            Matcher text = WITH_UNIT.matcher(node.textValue().strip().toUpperCase(Locale.ROOT));
            return text.matches()
                    ? checked(megabytes(new BigDecimal(text.group(1)), text.group(2)))
                    : none("it is no amount of memory");
        }
        return none("it is no number");
    }

    /** Whole ones, rather more than less. */
    private static BigDecimal megabytes(BigDecimal amount, String unit) {
        int steps = STEPS_FROM_MEGABYTES.getOrDefault(unit, 0);
        return steps >= 0
                ? amount.multiply(STEP.pow(steps)).setScale(0, RoundingMode.CEILING)
                : amount.divide(STEP.pow(-steps), 0, RoundingMode.CEILING);
    }

    private static ResourceAmount checked(BigDecimal amount) {
        if (amount.signum() < 0) {
            return none("it is negative");
        }
        if (amount.signum() == 0) {
            return new ResourceAmount(Optional.of(BigDecimal.ZERO), "");
        }
        // nothing is shifted before: a number may have an exponent of nine digits
        if ((long) amount.precision() - amount.scale() > WHOLE_DIGITS) {
            return none("it is too large");
        }
        BigDecimal shortest = amount.stripTrailingZeros();
        if (shortest.scale() > DECIMALS) {
            return none("it has more than four decimals");
        }
        if (shortest.scale() > 0 && shortest.compareTo(BigDecimal.ONE) > 0) {
            return none("a task has whole units, or a share of one");
        }
        return new ResourceAmount(Optional.of(shortest), "");
    }

    private static ResourceAmount none(String why) {
        return new ResourceAmount(Optional.empty(), why);
    }
}
