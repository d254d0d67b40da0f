package io.fateflow.worker.crypto.math;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;

/** Non-negative numbers as 64-bit limbs, the least significant first, with as many leading zeros as wanted. */
public final class Limbs {

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Limbs() {}

    /** How many a number needs; one for zero. */
    public static int count(BigInteger value) {
        return Math.max(1, (value.bitLength() + Long.SIZE - 1) / Long.SIZE);
    }

    /**
     * The limbs of a number.
     *
     * @throws IllegalArgumentException if it is negative or needs more than {@code length}
     */
    public static long[] of(BigInteger value, int length) {
        if (value.signum() < 0 || count(value) > length) {
            throw new IllegalArgumentException("a number of " + value.bitLength() + " bits and sign " + value.signum()
                    + " does not fit into " + length + " limbs");
        }
        byte[] bytes = value.toByteArray();
        byte[] padded = new byte[length * Long.BYTES];
        int extra = Math.max(0, bytes.length - padded.length);
        System.arraycopy(bytes, extra, padded, padded.length - bytes.length + extra, bytes.length - extra);
        return ofBytes(padded);
    }

    public static BigInteger toBigInteger(long[] limbs) {
        return new BigInteger(1, toBytes(limbs));
    }

    /** From big-endian bytes, eight to a limb. */
    public static long[] ofBytes(byte[] bytes) {
        long[] limbs = new long[bytes.length / Long.BYTES];
        for (int i = 0; i < limbs.length; i++) {
            limbs[i] = (long) BIG_ENDIAN.get(bytes, bytes.length - (i + 1) * Long.BYTES);
        }
        return limbs;
    }

    /** As big-endian bytes, eight to a limb. */
    public static byte[] toBytes(long[] limbs) {
        byte[] bytes = new byte[limbs.length * Long.BYTES];
        for (int i = 0; i < limbs.length; i++) {
            BIG_ENDIAN.set(bytes, bytes.length - (i + 1) * Long.BYTES, limbs[i]);
        }
        return bytes;
    }

    /** Negative, zero or positive, as the first is less than, equal to or greater than the second; same lengths. */
    public static int compare(long[] a, long[] b) {
        for (int i = a.length - 1; i >= 0; i--) {
            if (a[i] != b[i]) {
                return Long.compareUnsigned(a[i], b[i]);
            }
        }
        return 0;
    }
}
