package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.math.ModularArithmetic;

/**
 * The public half of the RSA protocol: multiplies a value by {@code r^e} before it is signed, and takes r out of the
 * signature. Each place has its own r, made from a secret when it is needed (HMAC as a pseudo-random function), so that
 * none is kept. Safe for many threads.
 */
public final class RsaBlinder {

    /** More bits than that make r no harder to guess. */
    public static final int MOST_RANDOM_BITS = 256;

    private static final int LEAST_KEY_BITS = 1024;
    private static final int MOST_KEY_BITS = 16_384;
    private static final String FUNCTION = "HmacSHA256";

    private final ModularArithmetic arithmetic;
    private final BigInteger publicExponent;
    private final int randomBits;
    private final SecretKeySpec secret;

    /**
     * For the key of a signer.
     *
     * @param randomBits of each r, at most {@link #MOST_RANDOM_BITS}
     * @throws IllegalArgumentException if that is no RSA key
     */
    public RsaBlinder(BigInteger modulus, BigInteger publicExponent, int randomBits, SecureRandom random) {
        if (modulus.bitLength() < LEAST_KEY_BITS || modulus.bitLength() > MOST_KEY_BITS || !modulus.testBit(0)) {
            throw new IllegalArgumentException("an RSA modulus of " + modulus.bitLength()
                    + " bits is too short, even or" + " too long: keys have from " + LEAST_KEY_BITS + " bits");
        }
        if (publicExponent.signum() <= 0
                || !publicExponent.testBit(0)
                || publicExponent.equals(BigInteger.ONE)
                || publicExponent.bitLength() > Long.SIZE) {
            throw new IllegalArgumentException("no public exponent of RSA");
        }
        this.arithmetic = BigMath.modulo(modulus);
        this.publicExponent = publicExponent;
        this.randomBits = randomBits;
        byte[] seed = new byte[MOST_RANDOM_BITS / Byte.SIZE];
        random.nextBytes(seed);
        this.secret = new SecretKeySpec(seed, FUNCTION);
    }

    public BigInteger modulus() {
        return arithmetic.modulus();
    }

    /** {@code r^e · value mod n}. */
    public BigInteger blind(int place, BigInteger value) {
        long[] mask = arithmetic.power(arithmetic.residue(r(place)), publicExponent);
        return Limbs.toBigInteger(arithmetic.multiply(mask, arithmetic.residue(value)));
    }

    /** {@code signature / r mod n}. */
    public BigInteger unblind(int place, BigInteger signature) {
        long[] inverse = arithmetic.inverse(arithmetic.residue(r(place)));
        return Limbs.toBigInteger(arithmetic.multiply(inverse, arithmetic.residue(signature)));
    }

    private BigInteger r(int place) {
        try {
            Mac mac = Mac.getInstance(FUNCTION);
            mac.init(secret);
            byte[] output =
                    mac.doFinal(ByteBuffer.allocate(Integer.BYTES).putInt(place).array());
            // the highest bit is set: r has the bits it is to have, and is never zero
            return new BigInteger(1, output)
                    .shiftRight(MOST_RANDOM_BITS - randomBits)
                    .setBit(randomBits - 1);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + FUNCTION, e);
        }
    }
}
