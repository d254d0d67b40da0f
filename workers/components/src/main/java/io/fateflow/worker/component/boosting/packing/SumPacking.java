package io.fateflow.worker.component.boosting.packing;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Several sums in one encrypted number, which saves decryptions: of sums that consist of more than one number only the last
 * is put together with others'.
 *
 * @param width how many numbers a sum has
 * @param padding the bits of a last number
 * @param capacity how many last numbers fit into one
 */
public record SumPacking(int width, int padding, int capacity) {

    public SumPacking {
        if (width < 1 || padding < 1 || capacity < 1) {
            throw new IllegalArgumentException(
                    "sums of " + width + " numbers, " + padding + " bits and capacity " + capacity);
        }
    }

    /**
     * As many as have room.
     *
     * @param room how many bits a number under the key may have
     */
    public static SumPacking of(GradientPacking packing, boolean compressed, int room) {
        int padding = packing.lastBits();
        return new SumPacking(packing.width(), padding, compressed ? Math.max(1, room / padding) : 1);
    }

    /** How many numbers so many sums become. */
    public int numbers(int sums) {
        return sums * (width - 1) + packages(sums);
    }

    /** How many numbers with last numbers there are. */
    public int packages(int sums) {
        return (sums + capacity - 1) / capacity;
    }

    /**
     * Takes sums apart: first come all packages, then the numbers before the last ones.
     *
     * @param numbers decrypted
     * @param sums how many there are in them
     */
    public List<BigInteger[]> unpack(BigInteger[] numbers, int sums) {
        int packages = packages(sums);
        BigInteger mask = BigInteger.ONE.shiftLeft(padding).subtract(BigInteger.ONE);
        List<BigInteger[]> unpacked = new ArrayList<>(sums);
        for (int sum = 0; sum < sums; sum++) {
            int first = sum / capacity * capacity;
            int behind = Math.min(sums, first + capacity) - 1 - sum;
            BigInteger last = numbers[sum / capacity].shiftRight(behind * padding);
            BigInteger[] all = new BigInteger[width];
            for (int i = 0; i < width - 1; i++) {
                all[i] = numbers[packages + sum * (width - 1) + i];
            }
            all[width - 1] = sum == first ? last : last.and(mask);
            unpacked.add(all);
        }
        return unpacked;
    }
}
