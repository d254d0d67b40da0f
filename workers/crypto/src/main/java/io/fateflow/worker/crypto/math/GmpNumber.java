package io.fateflow.worker.crypto.math;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * A number as GMP's integer functions read it: the structure {@code mpz_t} (two ints: limbs allocated, limbs used; then
 * the address of the limbs) followed by the limbs.
 */
final class GmpNumber implements AutoCloseable {

    private static final int STRUCTURE_LIMBS = 2;
    private static final int USED = Integer.BYTES;
    private static final int ADDRESS = 2 * Integer.BYTES;

    private final Memory memory;

    private GmpNumber(Memory memory) {
        this.memory = memory;
    }

    static GmpNumber of(long[] limbs) {
        Memory memory = GmpArithmetic.memory(STRUCTURE_LIMBS + limbs.length);
        long start = (long) STRUCTURE_LIMBS * Long.BYTES;
        memory.setInt(0, limbs.length);
        memory.setInt(USED, used(limbs));
        memory.setLong(ADDRESS, Pointer.nativeValue(memory) + start);
        memory.write(start, limbs, 0, limbs.length);
        return new GmpNumber(memory);
    }

    long address() {
        return Pointer.nativeValue(memory);
    }

    @Override
    public void close() {
        memory.close();
    }

    private static int used(long[] limbs) {
        int used = limbs.length;
        while (used > 0 && limbs[used - 1] == 0) {
            used--;
        }
        return used;
    }

    /** A number that GMP writes, and allocates itself. */
    static final class Result implements AutoCloseable {

        private final Memory memory = GmpArithmetic.memory(STRUCTURE_LIMBS);

        Result() {
            LibGmp.__gmpz_init(address());
        }

        long address() {
            return Pointer.nativeValue(memory);
        }

        /** Filled up with zeros to the length wanted; not for negative numbers. */
        long[] read(int length) {
            long[] limbs = new long[length];
            memory.getPointer(ADDRESS).read(0, limbs, 0, memory.getInt(USED));
            return limbs;
        }

        @Override
        public void close() {
            LibGmp.__gmpz_clear(address());
            memory.close();
        }
    }
}
