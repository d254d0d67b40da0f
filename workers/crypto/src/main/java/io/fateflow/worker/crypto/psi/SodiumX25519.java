package io.fateflow.worker.crypto.psi;

/** By libsodium, which must be loaded. */
final class SodiumX25519 implements X25519 {

    private final byte[] scalar;

    SodiumX25519(byte[] scalar) {
        if (scalar.length != WIDTH) {
            throw new IllegalArgumentException("a scalar of " + scalar.length + " bytes, not " + WIDTH);
        }
        this.scalar = scalar.clone();
    }

    @Override
    public byte[] multiply(byte[] coordinate) {
        // it reads and writes so many bytes, whatever it is given
        if (coordinate.length != WIDTH) {
            throw new IllegalArgumentException("a point of " + coordinate.length + " bytes, not " + WIDTH);
        }
        byte[] product = new byte[WIDTH];
        if (LibSodium.crypto_scalarmult_curve25519(product, scalar, coordinate) != 0) {
            throw new IllegalArgumentException("a point of low order");
        }
        return product;
    }
}
