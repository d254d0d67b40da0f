package io.fateflow.worker.crypto.paillier;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.crypto.math.BigMath;
import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.exchange.ExchangeException;

/**
 * Encrypts: {@code Enc(m) = (1 + m·n)·r^n mod n²} with g = n + 1, as FATE does; r^n comes from {@link ZeroEncryptions}.
 * Safe for many threads.
 */
public final class PaillierPublicKey {

    static final int MOST_BITS = 16_384;
    private static final int LEAST_BYTES = 8;

    private final BigInteger n;
    private final BigInteger maxInt;
    private final ModularArithmetic ciphertexts;
    private final long[] modulus;
    private volatile @Nullable ZeroEncryptions zeros;

    PaillierPublicKey(BigInteger n) {
        this.n = n;
        this.maxInt = n.divide(BigInteger.valueOf(3)).subtract(BigInteger.ONE);
        this.ciphertexts = BigMath.modulo(n.multiply(n));
        this.modulus = Limbs.of(ciphertexts.modulus(), ciphertexts.length());
    }

    /** The modulus of what is encrypted; that of ciphertexts is its square. */
    public BigInteger n() {
        return n;
    }

    /** Encrypted so that it may leave the party. */
    public PaillierNumber encrypt(double value) {
        return encrypt(FixedPoint.of(value));
    }

    /** As {@link #encrypt(double)}, exactly. */
    public PaillierNumber encrypt(long value) {
        return encrypt(FixedPoint.of(value));
    }

    /** As {@link #encrypt(double)}, on all cores. */
    public PaillierNumber[] encrypt(double[] values) {
        return Arrays.stream(values).parallel().mapToObj(this::encrypt).toArray(PaillierNumber[]::new);
    }

    /** As {@link #encrypt(double)}. */
    public PaillierNumber encrypt(FixedPoint value) {
        return plain(value).obfuscate();
    }

    /** The number in the form of a ciphertext, but readable by all until it is obfuscated. */
    PaillierNumber plain(FixedPoint value) {
        BigInteger residue = encode(value.mantissa());
        long[] ciphertext = ciphertexts.residue(residue.multiply(n).add(BigInteger.ONE));
        return new PaillierNumber(this, ciphertext, value.exponent(), false);
    }

    /** Obfuscates those that are not, in place, on all cores. */
    public void obfuscate(PaillierNumber[] numbers) {
        IntStream.range(0, numbers.length).parallel().forEach(i -> numbers[i] = numbers[i].obfuscate());
    }

    /** Writes the key; it leaves {@code out} open. */
    public void write(OutputStream out) throws IOException {
        byte[] bytes = n.toByteArray();
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(bytes.length);
        data.write(bytes);
        data.flush();
    }

    /**
     * Reads a key that {@link #write} wrote.
     *
     * @throws ExchangeException if it is none
     */
    public static PaillierPublicKey read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int length = data.readInt();
        if (length < LEAST_BYTES || length > MOST_BITS / Byte.SIZE + 1) {
            throw new ExchangeException(
                    "a Paillier key of " + length + " bytes: not a key, or not one this version reads");
        }
        BigInteger n = new BigInteger(data.readNBytes(length));
        if (n.signum() <= 0 || !n.testBit(0) || n.bitLength() <= (length - 2) * Byte.SIZE) {
            throw new ExchangeException("not a Paillier key: its modulus is even, negative or cut off");
        }
        return new PaillierPublicKey(n);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PaillierPublicKey key && key.n.equals(n);
    }

    @Override
    public int hashCode() {
        return n.hashCode();
    }

    @Override
    public String toString() {
        return "Paillier public key of " + n.bitLength() + " bits";
    }

    ModularArithmetic ciphertexts() {
        return ciphertexts;
    }

    /** Whether it may be one: greater than zero, less than n². */
    boolean isCiphertext(long[] residue) {
        return Limbs.compare(residue, modulus) < 0 && Arrays.stream(residue).anyMatch(limb -> limb != 0);
    }

    /** Tells keys apart, where a mistake is to be noticed; no proof. */
    int fingerprint() {
        return Arrays.hashCode(n.toByteArray());
    }

    /** A new encryption of zero. */
    long[] obfuscator() {
        ZeroEncryptions ready = zeros;
        return (ready == null ? prepare() : ready).next();
    }

    /** Takes as long as some dozens of encryptions: left to those who encrypt. */
    private synchronized ZeroEncryptions prepare() {
        ZeroEncryptions ready = zeros;
        if (ready == null) {
            ready = new ZeroEncryptions(n, ciphertexts, new SecureRandom());
            zeros = ready;
        }
        return ready;
    }

    /** Negative numbers count down from n. */
    private BigInteger encode(BigInteger mantissa) {
        if (mantissa.abs().compareTo(maxInt) > 0) {
            throw new PaillierOverflowException("a number of " + mantissa.bitLength() + " bits does not fit into "
                    + this + ": use a longer key or smaller numbers");
        }
        return mantissa.signum() < 0 ? mantissa.add(n) : mantissa;
    }

    /**
     * The other direction of encoding.
     *
     * @throws PaillierOverflowException if it is in the third that stays empty to notice overflows
     */
    BigInteger decode(BigInteger residue) {
        if (residue.compareTo(maxInt) <= 0) {
            return residue;
        }
        BigInteger negative = residue.subtract(n);
        if (negative.negate().compareTo(maxInt) <= 0) {
            return negative;
        }
        throw new PaillierOverflowException("a sum or product of encrypted numbers grew beyond " + this
                + ", or was encrypted under another key: use a longer key or smaller numbers");
    }
}
