package io.fateflow.worker.crypto.math;

import java.lang.ref.Reference;
import java.math.BigInteger;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** By GMP. */
final class GmpArithmetic implements ModularArithmetic {

    private final BigInteger modulus;
    private final int length;
    private final Memory divisor;
    private final ThreadLocal<Memory> scratch;

    GmpArithmetic(BigInteger modulus) {
        this.modulus = modulus;
        this.length = Limbs.count(modulus);
        this.divisor = memory(length);
        divisor.write(0, Limbs.of(modulus, length), 0, length);
        this.scratch = ThreadLocal.withInitial(() -> memory(2L * length + workLength(length)));
    }

    /** Memory outside of the heap, freed when it is closed or forgotten. */
    static Memory memory(long limbs) {
        return new Memory(limbs * Long.BYTES);
    }

    @Override
    public BigInteger modulus() {
        return modulus;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public long[] multiply(long[] a, long[] b) {
        checkLength(a);
        checkLength(b);
        Memory memory = scratch.get();
        long size = (long) length * Long.BYTES;
        memory.write(0, a, 0, length);
        memory.write(size, b, 0, length);
        long address = Pointer.nativeValue(memory);
        multiply(address, address, address + size, address + 2 * size);
        return memory.getLongArray(0, length);
    }

    @Override
    public long[] power(long[] base, BigInteger exponent) {
        checkLength(base);
        if (exponent.signum() < 0) {
            throw new IllegalArgumentException("a negative exponent");
        }
        try (GmpNumber b = GmpNumber.of(base);
                GmpNumber e = GmpNumber.of(Limbs.of(exponent, Limbs.count(exponent)));
                GmpNumber m = GmpNumber.of(Limbs.of(modulus, length));
                GmpNumber.Result result = new GmpNumber.Result()) {
            LibGmp.__gmpz_powm(result.address(), b.address(), e.address(), m.address());
            return result.read(length);
        }
    }

    @Override
    public long[] inverse(long[] a) {
        checkLength(a);
        try (GmpNumber number = GmpNumber.of(a);
                GmpNumber m = GmpNumber.of(Limbs.of(modulus, length));
                GmpNumber.Result result = new GmpNumber.Result()) {
            if (LibGmp.__gmpz_invert(result.address(), number.address(), m.address()) == 0) {
                throw new ArithmeticException("number is not invertible");
            }
            return result.read(length);
        }
    }

    /** By the Jacobi symbol, for a third of what Euler's criterion costs. */
    @Override
    public boolean isSquare(long[] a) {
        checkLength(a);
        try (GmpNumber number = GmpNumber.of(a);
                GmpNumber m = GmpNumber.of(Limbs.of(modulus, length))) {
            return LibGmp.__gmpz_jacobi(number.address(), m.address()) >= 0;
        }
    }

    @Override
    public Residues residues(int count) {
        return new GmpResidues(this, count);
    }

    /** Limbs that {@link #multiply(long, long, long, long)} needs to work. */
    static int workLength(int length) {
        return 3 * length + 1;
    }

    /** All by their addresses; the target may be one of the factors. */
    void multiply(long target, long a, long b, long work) {
        long quotient = work + 2L * length * Long.BYTES;
        try {
            LibGmp.__gmpn_mul_n(work, a, b, length);
            LibGmp.__gmpn_tdiv_qr(quotient, target, 0, work, 2L * length, Pointer.nativeValue(divisor), length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    void checkLength(long[] residue) {
        if (residue.length != length) {
            throw new IllegalArgumentException("a residue of " + residue.length + " limbs, the modulus has " + length);
        }
    }
}
