package io.fateflow.worker.crypto.paillier;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.exchange.ExchangeException;

/**
 * Encrypted numbers as bytes: a mark, the key's hash, the count, the length of a ciphertext; then for each number its
 * exponent and its ciphertext.
 */
public final class PaillierCodec {

    private static final String MALFORMED = "malformed encrypted numbers: ";
    private static final int MARK = 0x46504131;
    private static final int MOST_NUMBERS = 1 << 28;
    private static final int MOST_EXPONENT = 100_000;
    private static final int FIRST_CAPACITY = 1 << 16;

    private PaillierCodec() {}

    /**
     * Writes the numbers, and leaves {@code out} open.
     *
     * @param numbers under one key; those that are not obfuscated are replaced by themselves obfuscated, so that
     *     writing them again writes the same bytes
     */
    public static void write(PaillierNumber[] numbers, OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
        data.writeInt(MARK);
        data.writeInt(numbers.length);
        if (numbers.length > 0) {
            PaillierPublicKey key = numbers[0].key();
            Arrays.stream(numbers).forEach(numbers[0]::requireSameKey);
            key.obfuscate(numbers);
            data.writeInt(key.fingerprint());
            data.writeInt(key.ciphertexts().length() * Long.BYTES);
            for (PaillierNumber number : numbers) {
                data.writeInt(number.exponent());
                data.write(Limbs.toBytes(number.ciphertext()));
            }
        }
        data.flush();
    }

    /**
     * Reads what {@link #write} wrote, and not a byte more.
     *
     * @throws ExchangeException if it is something else, or under another key
     */
    public static PaillierNumber[] read(InputStream in, PaillierPublicKey key) throws IOException {
        DataInputStream data = new DataInputStream(in);
        try {
            require(data.readInt() == MARK, "they do not start as such");
            int count = data.readInt();
            require(count >= 0 && count <= MOST_NUMBERS, "their count is " + count);
            // memory grows with what arrives, not with what is announced
            List<PaillierNumber> numbers = new ArrayList<>(Math.min(count, FIRST_CAPACITY));
            if (count > 0) {
                require(data.readInt() == key.fingerprint(), "they are under another key");
                require(
                        data.readInt() == key.ciphertexts().length() * Long.BYTES,
                        "their length is not that of the key");
            }
            while (numbers.size() < count) {
                numbers.add(number(data, key));
            }
            return numbers.toArray(PaillierNumber[]::new);
        } catch (EOFException cutOff) {
            // maybe only the connection broke: the exchange tries again
            throw new IOException(MALFORMED + "they are cut off", cutOff);
        }
    }

    private static PaillierNumber number(DataInputStream data, PaillierPublicKey key) throws IOException {
        int exponent = data.readInt();
        require(Math.abs((long) exponent) <= MOST_EXPONENT, "an exponent is " + exponent);
        byte[] bytes = new byte[key.ciphertexts().length() * Long.BYTES];
        data.readFully(bytes);
        long[] ciphertext = Limbs.ofBytes(bytes);
        require(key.isCiphertext(ciphertext), "a ciphertext is out of range");
        return new PaillierNumber(key, ciphertext, exponent, true);
    }

    private static void require(boolean right, String what) throws IOException {
        if (!right) {
            throw new ExchangeException(MALFORMED + what);
        }
    }
}
