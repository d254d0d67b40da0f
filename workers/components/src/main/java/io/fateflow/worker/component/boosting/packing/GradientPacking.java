package io.fateflow.worker.component.boosting.packing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.Sums;

/**
 * A row's gradients and hessians as whole numbers with 52 binary places, as FATE packs them: gradients are made positive by
 * an offset, and as many numbers are put side by side as have room under the key when those of all rows are added up. Unpacked,
 * each has a number of its own. Hessians, which weights below zero make negative, have an offset of their own then; FATE has
 * none, and its sums run into each other.
 *
 * @param offset added to each gradient
 * @param hessianOffset added to each hessian
 * @param gradientBits of the sum of all rows' gradients
 * @param hessianBits of the sum of all rows' hessians
 * @param fields for each of a row's numbers, how many gradients and hessians are in it, alternating over all numbers
 */
public record GradientPacking(
        double offset, double hessianOffset, int gradientBits, int hessianBits, List<Integer> fields) {

    private static final int PLACES = 52;
    private static final double EXACT = 0x1p62;

    public GradientPacking {
        fields = List.copyOf(fields);
    }

    /**
     * For some rows.
     *
     * @param packed whether a number may have several in it
     * @param room how many bits a number under the key may have
     */
    public static GradientPacking of(Gradients gradients, GradientBounds bounds, boolean packed, int room) {
        double offset = Math.abs(bounds.leastGradient());
        double hessianOffset = Math.max(0, -bounds.leastHessian());
        int rows = gradients.rows().length;
        int gradientBits = bits((offset + bounds.greatestGradient()) * rows, rows);
        int hessianBits = bits((hessianOffset + bounds.greatestHessian()) * rows, rows);
        List<Integer> fields = new ArrayList<>();
        int used = 0;
        int inNumber = 0;
        for (int field = 0; field < 2 * gradients.outputs(); field++) {
            int width = field % 2 == 0 ? gradientBits : hessianBits;
            if (inNumber > 0 && (!packed || used + width >= room)) {
                fields.add(inNumber);
                inNumber = 0;
                used = 0;
            }
            inNumber++;
            used += width;
        }
        fields.add(inNumber);
        if (Math.max(gradientBits, hessianBits) >= room) {
            throw new IllegalArgumentException("gradients of " + rows + " rows do not fit under a key with " + room
                    + " bits of room: set encrypt_param.key_length to more");
        }
        return new GradientPacking(offset, hessianOffset, gradientBits, hessianBits, fields);
    }

    /** How many numbers a row has. */
    public int width() {
        return fields.size();
    }

    /** How many bits the last of a sum's numbers needs. */
    public int lastBits() {
        int last = fields.get(fields.size() - 1);
        int before = fields.stream().mapToInt(Integer::intValue).sum() - last;
        int bits = 0;
        for (int field = before; field < before + last; field++) {
            bits += bits(field);
        }
        return bits;
    }

    /** A row's numbers. */
    public BigInteger[] pack(Gradients gradients, int row) {
        BigInteger[] numbers = new BigInteger[width()];
        int field = 0;
        for (int i = 0; i < numbers.length; i++) {
            BigInteger number = BigInteger.ZERO;
            for (int j = 0; j < fields.get(i); j++, field++) {
                int k = field / 2;
                BigInteger value = field % 2 == 0
                        ? fixed(gradients.g()[k][row] + offset)
                        : fixed(gradients.h()[k][row] + hessianOffset);
                number = number.shiftLeft(bits(field)).add(value);
            }
            numbers[i] = number;
        }
        return numbers;
    }

    /**
     * The sums in the numbers of several rows, added up.
     *
     * @param rows how many
     */
    public Sums unpack(BigInteger[] numbers, int rows) {
        int all = fields.stream().mapToInt(Integer::intValue).sum();
        Sums sums = Sums.zero(all / 2);
        int end = 0;
        for (int i = 0; i < numbers.length; i++) {
            BigInteger rest = numbers[i];
            end += fields.get(i);
            for (int field = end - 1; field >= end - fields.get(i); field--) {
                boolean first = field == end - fields.get(i);
                // what is first has nothing above it
                BigInteger value = first ? rest : rest.and(mask(bits(field)));
                rest = rest.shiftRight(bits(field));
                if (field % 2 == 0) {
                    sums.g()[field / 2] = number(value) - offset * rows;
                } else {
                    sums.h()[field / 2] = number(value) - hessianOffset * rows;
                }
            }
        }
        return sums;
    }

    private int bits(int field) {
        return field % 2 == 0 ? gradientBits : hessianBits;
    }

    /** With room for what rounding may add to each row. */
    private static int bits(double greatestSum, int rows) {
        return fixed(greatestSum).add(BigInteger.valueOf(rows + 1L)).bitLength();
    }

    private static BigInteger mask(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    private static BigInteger fixed(double value) {
        double scaled = Math.rint(Math.scalb(value, PLACES));
        return Math.abs(scaled) < EXACT ? BigInteger.valueOf((long) scaled) : new BigDecimal(scaled).toBigInteger();
    }

    private static double number(BigInteger value) {
        return Math.scalb(value.doubleValue(), -PLACES);
    }

    /** The greatest number of bits that a number may have under a key: two thirds of its range stay empty. */
    public static int room(BigInteger n) {
        return n.divide(BigInteger.valueOf(3)).subtract(BigInteger.ONE).bitLength() - 1;
    }
}
