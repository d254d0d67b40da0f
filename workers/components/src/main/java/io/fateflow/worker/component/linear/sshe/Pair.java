package io.fateflow.worker.component.linear.sshe;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.math.Limbs;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

/**
 * What two parties do to multiply one's numbers with the other's shares. Whoever has the shares encrypts them; whoever
 * has the numbers multiplies, adds random numbers, sends the sums back and keeps the negatives: then both have shares of the
 * products. The random numbers are 2^80 times greater than any product could be, so that who decrypts learns nothing.
 *
 * @param own this party's keys
 * @param theirs the other's public key
 */
record Pair(LinearVariables transfer, Party other, PaillierKeyPair own, PaillierPublicKey theirs, SecureRandom random) {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.secret_share_transfer_variable.SecretShareTransferVariable";
    private static final String Q_FIELD = "q_field";
    private static final String ENCRYPTED = "encrypted_share_matrix";
    private static final String SHARE = "share";
    private static final String OPENED = "rescontruct";
    private static final int HIDING_BITS = 80;
    private static final int MOST_TERMS_BITS = 32;
    private static final int ELEMENT_BYTES = Ring.BITS / Byte.SIZE;
    private static final int BUFFER = 1 << 16;

    /** Exchanges public keys. */
    static Pair meet(LinearVariables any, String namespace, Party other, PaillierKeyPair own)
            throws IOException, InterruptedException {
        LinearVariables transfer = new LinearVariables(any.exchange(), VARIABLES, namespace);
        transfer.send(Q_FIELD, other, own.publicKey()::write);
        PaillierPublicKey theirs = transfer.receive(Q_FIELD, other, PaillierPublicKey::read);
        return new Pair(transfer, other, own, theirs, new SecureRandom());
    }

    /** Sends shares under this party's key. */
    void sendEncrypted(BigInteger[] shares, Object... name) throws IOException, InterruptedException {
        PaillierNumber[] encrypted = Arrays.stream(shares)
                .parallel()
                .map(share -> own.publicKey().encrypt(new FixedPoint(share, 0)))
                .toArray(PaillierNumber[]::new);
        transfer.send(ENCRYPTED, other, out -> PaillierCodec.write(encrypted, out), name);
    }

    /** Receives what the other party sent under its key. */
    PaillierNumber[] receiveEncrypted(int count, Object... name) throws IOException, InterruptedException {
        PaillierNumber[] numbers = transfer.receive(ENCRYPTED, other, in -> PaillierCodec.read(in, theirs), name);
        require(numbers.length, count, name);
        return numbers;
    }

    /**
     * Gives the other party its shares of products under its key.
     *
     * @param factorBits of the greatest number that a share was multiplied with
     * @return this party's shares
     */
    BigInteger[] share(PaillierNumber[] products, int factorBits, Object... name)
            throws IOException, InterruptedException {
        int bits = Ring.BITS + factorBits + MOST_TERMS_BITS + HIDING_BITS;
        BigInteger[] masks = new BigInteger[products.length];
        Arrays.setAll(masks, i -> new BigInteger(bits, random));
        PaillierNumber[] masked = new PaillierNumber[products.length];
        Arrays.parallelSetAll(masked, i -> products[i].add(new FixedPoint(masks[i], 0)));
        transfer.send(SHARE, other, out -> PaillierCodec.write(masked, out), name);
        return Arrays.stream(masks).map(mask -> Ring.reduce(mask.negate())).toArray(BigInteger[]::new);
    }

    /** Receives this party's shares of products that the other computed. */
    BigInteger[] receiveShares(int count, Object... name) throws IOException, InterruptedException {
        PaillierNumber[] masked = transfer.receive(SHARE, other, in -> PaillierCodec.read(in, own.publicKey()), name);
        require(masked.length, count, name);
        return Arrays.stream(masked)
                .parallel()
                .map(number ->
                        Ring.reduce(own.privateKey().decryptExactly(number).mantissa()))
                .toArray(BigInteger[]::new);
    }

    /** Sends shares as they are: the other party gets to know the numbers, or takes them for its own shares. */
    void open(BigInteger[] shares, Object... name) throws IOException, InterruptedException {
        transfer.send(OPENED, other, payload(shares), name);
    }

    /** Receives what the other party opened. */
    BigInteger[] receiveOpened(int count, Object... name) throws IOException, InterruptedException {
        BigInteger[] shares = transfer.receive(OPENED, other, Pair::read, name);
        require(shares.length, count, name);
        return shares;
    }

    private void require(int received, int expected, Object... name) throws IOException {
        if (received != expected) {
            throw new ExchangeException(
                    other + " sent " + received + " shares as " + Arrays.toString(name) + ", expected " + expected);
        }
    }

    private static Payload payload(BigInteger[] shares) {
        return out -> {
            DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
            data.writeInt(shares.length);
            for (BigInteger share : shares) {
                data.write(Limbs.toBytes(Limbs.of(share, ELEMENT_BYTES / Long.BYTES)));
            }
            data.flush();
        };
    }

    private static BigInteger[] read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        try {
            int count = data.readInt();
            if (count < 0) {
                throw new ExchangeException("shares that a party sent have a count of " + count);
            }
            // memory grows with what arrives, not with what is announced
            List<BigInteger> shares = new ArrayList<>();
            byte[] element = new byte[ELEMENT_BYTES];
            while (shares.size() < count) {
                data.readFully(element);
                shares.add(new BigInteger(1, element));
            }
            return shares.toArray(BigInteger[]::new);
        } catch (EOFException cutOff) {
            throw new IOException("shares that a party sent are cut off", cutOff);
        }
    }
}
