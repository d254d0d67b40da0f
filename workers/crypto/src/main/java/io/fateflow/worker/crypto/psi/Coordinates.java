package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;

/** Coordinates of points as numbers, and as RFC 7748 writes them. */
final class Coordinates {

    private Coordinates() {}

    /** The lowest byte first, filled up with zeros. */
    static byte[] bytes(BigInteger coordinate) {
        byte[] highestFirst = coordinate.toByteArray();
        byte[] bytes = new byte[X25519.WIDTH];
        for (int i = 0; i < Math.min(bytes.length, highestFirst.length); i++) {
            bytes[i] = highestFirst[highestFirst.length - 1 - i];
        }
        return bytes;
    }

    static byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
