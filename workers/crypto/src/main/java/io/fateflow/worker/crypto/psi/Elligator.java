package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.math.ModularArithmetic;

/**
 * Maps numbers to points of Curve25519, of which only the first coordinate is wanted: so that all points are on the curve
 * itself, and none on its twist, which would show one bit of every id.
 */
final class Elligator {

    private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger A = BigInteger.valueOf(486_662);

    private final ModularArithmetic field = BigMath.modulo(PRIME);

    /** The coordinate that RFC 9380 calls xn / xd. */
    BigInteger map(BigInteger number) {
        BigInteger u = number.mod(PRIME);
        // 1 + 2u² is never zero: −1/2 is no square
        BigInteger denominator = u.multiply(u).shiftLeft(1).add(BigInteger.ONE).mod(PRIME);
        BigInteger inverse = Limbs.toBigInteger(field.inverse(field.residue(denominator)));
        BigInteger x = A.negate().multiply(inverse).mod(PRIME);
        return isOnCurve(x) ? x : A.negate().subtract(x).mod(PRIME);
    }

    /** Whether {@code x³ + A·x² + x} is a square. */
    private boolean isOnCurve(BigInteger x) {
        BigInteger right = x.add(A).multiply(x).add(BigInteger.ONE).mod(PRIME).multiply(x);
        return field.isSquare(field.residue(right));
    }
}
