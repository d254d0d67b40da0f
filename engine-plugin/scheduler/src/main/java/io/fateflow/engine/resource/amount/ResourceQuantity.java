package io.fateflow.engine.resource.amount;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of one resource, exact: amounts of any number of tasks add up to what they are, whatever their order.
 *
 * @param units ten-thousandths, never negative
 */
public record ResourceQuantity(long units) implements Comparable<ResourceQuantity> {

    public static final ResourceQuantity ZERO = new ResourceQuantity(0);
    public static final ResourceQuantity ONE = ResourceQuantity.of(1);

    private static final int SCALE = 4;
    private static final int WHOLE_DIGITS = 14;
    private static final long UNITS_OF_ONE = 10_000;

    public ResourceQuantity {
        if (units < 0) {
            throw new InvalidAmountException("an amount can't be negative");
        }
    }

    /** Whole units. */
    public static ResourceQuantity of(long whole) {
        return of(BigDecimal.valueOf(whole));
    }

    /**
     * An amount as it was written.
     *
     * @throws InvalidAmountException if it is negative, too large, or has more than four decimals: nothing is rounded
     */
    public static ResourceQuantity of(BigDecimal amount) {
        if (amount.signum() < 0) {
            throw new InvalidAmountException("%s is negative".formatted(shown(amount)));
        }
        // before anything is shifted: a number may have an exponent of nine digits
        if (amount.signum() != 0 && (long) amount.precision() - amount.scale() > WHOLE_DIGITS) {
            throw new InvalidAmountException("%s is too large".formatted(shown(amount)));
        }
        BigDecimal shortest = amount.stripTrailingZeros();
        if (shortest.scale() > SCALE) {
            throw new InvalidAmountException("%s has more than four decimals".formatted(shown(amount)));
        }
        return new ResourceQuantity(shortest.setScale(SCALE, RoundingMode.UNNECESSARY)
                .unscaledValue()
                .longValueExact());
    }

    /** Short, whatever was written. */
    private static String shown(BigDecimal amount) {
        String text = amount.toString();
        return text.length() <= 30 ? text : text.substring(0, 30) + "…";
    }

    public ResourceQuantity plus(ResourceQuantity other) {
        return new ResourceQuantity(Math.addExact(units, other.units));
    }

    /** @throws InvalidAmountException if the other is more */
    public ResourceQuantity minus(ResourceQuantity other) {
        return new ResourceQuantity(units - other.units);
    }

    /** What is left, nothing if the other is more. */
    public ResourceQuantity minusAtMost(ResourceQuantity other) {
        return units <= other.units ? ZERO : minus(other);
    }

    public boolean isZero() {
        return units == 0;
    }

    /** Whether it is 0, 1, 2 and so on. */
    public boolean isWhole() {
        return units % UNITS_OF_ONE == 0;
    }

    /** Whether it is a share of one unit: more than nothing and less than all of it. */
    public boolean isFraction() {
        return units > 0 && units < UNITS_OF_ONE;
    }

    /** Whether a task may ask for so much: whole units, or a share of one. */
    public boolean isDemand() {
        return units > 0 && (isWhole() || isFraction());
    }

    /** Whole units, what is beyond them left out. */
    public long wholeUnits() {
        return units / UNITS_OF_ONE;
    }

    public boolean isLessThan(ResourceQuantity other) {
        return units < other.units;
    }

    /** With four decimals, as columns have them. */
    public BigDecimal decimal() {
        return BigDecimal.valueOf(units, SCALE);
    }

    @Override
    public int compareTo(ResourceQuantity other) {
        return Long.compare(units, other.units);
    }

    /** As a user would write it: {@code 2}, {@code 0.5}. */
    @Override
    public String toString() {
        return units == 0 ? "0" : decimal().stripTrailingZeros().toPlainString();
    }
}
