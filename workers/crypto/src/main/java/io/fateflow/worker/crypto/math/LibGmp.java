package io.fateflow.worker.crypto.math;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * The functions of GMP that are used, under their names in the library; pointers are addresses. See GMP's manual,
 * "Low-level Functions" and "Integer Functions". What they are given is checked by the caller: they check nothing.
 */
@SuppressWarnings("MemberName")
final class LibGmp {

    private static final int SUPPORTED_SIZE = 8;

    private LibGmp() {}

    /** Loads the library; returns why that was not possible, or nothing. To be called once. */
    static @Nullable String load() {
        try {
            if (Native.POINTER_SIZE != SUPPORTED_SIZE || Native.LONG_SIZE != SUPPORTED_SIZE) {
                return "only for machines with 64-bit longs";
            }
            NativeLibrary gmp = NativeLibrary.getInstance("gmp", LibGmp.class.getClassLoader());
            int bits = gmp.getGlobalVariableAddress("__gmp_bits_per_limb").getInt(0);
            if (bits != Long.SIZE) {
                return "its limbs have " + bits + " bits";
            }
            Native.register(LibGmp.class, gmp);
            return null;
        } catch (LinkageError unavailable) {
            return String.valueOf(unavailable.getMessage()).lines().findFirst().orElse("no reason given");
        }
    }

    static String version() {
        return NativeLibrary.getInstance("gmp", LibGmp.class.getClassLoader())
                .getGlobalVariableAddress("__gmp_version")
                .getPointer(0)
                .getString(0);
    }

    /** Product of 2n limbs. */
    static native void __gmpn_mul_n(long product, long a, long b, long n);

    /** Quotient of nn − dn + 1 limbs and remainder of dn limbs. */
    static native void __gmpn_tdiv_qr(
            long quotient, long remainder, long zero, long numerator, long nn, long divisor, long dn);

    static native void __gmpz_init(long number);

    static native void __gmpz_clear(long number);

    static native void __gmpz_powm(long result, long base, long exponent, long modulus);

    /** Zero if there is no inverse. */
    static native int __gmpz_invert(long result, long number, long modulus);

    /** The Jacobi symbol: 1, 0 or -1. */
    static native int __gmpz_jacobi(long number, long modulus);
}
