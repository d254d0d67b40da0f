package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.math.BigInteger;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Party;

/** Residues as records, and records into sets. */
final class Numbers {

    private Numbers() {}

    /** Bytes of a residue. */
    static int width(BigInteger modulus) {
        return (modulus.bitLength() + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** Big-endian, with leading zeros. */
    static byte[] toBytes(BigInteger residue, BigInteger modulus) {
        byte[] bytes = residue.toByteArray();
        byte[] padded = new byte[width(modulus)];
        int length = Math.min(bytes.length, padded.length);
        System.arraycopy(bytes, bytes.length - length, padded, padded.length - length, length);
        return padded;
    }

    /**
     * Adds what a party sent, so that records have the numbers of their places.
     *
     * @throws IOException if one is repeated
     */
    static void addAll(RecordSet set, RecordChannel.Chunk chunk, Party from, RecordChannel channel) throws IOException {
        for (int i = 0; i < chunk.records().length; i++) {
            if (set.add(chunk.records()[i]) != chunk.first() + i) {
                throw channel.malformed(from, "has a record twice");
            }
        }
    }
}
