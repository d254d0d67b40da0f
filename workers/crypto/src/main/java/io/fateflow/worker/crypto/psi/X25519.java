package io.fateflow.worker.crypto.psi;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.crypto.math.BigMath;

/**
 * The function X25519 (RFC 7748) with one scalar. Coordinates are the RFC's: 32 bytes, the lowest first, whose highest bit says
 * nothing. Safe for many threads.
 */
interface X25519 {

    int WIDTH = 32;

    /**
     * Multiplies a point.
     *
     * @throws IllegalArgumentException if it is of low order: the product would be zero, whatever the scalar is
     */
    byte[] multiply(byte[] coordinate);

    /**
     * By libsodium, which is four times as fast, unless it does not load here or {@code -Dfate.bigint=java} forbids it; then by
     * the JDK.
     */
    static X25519 of(byte[] scalar) {
        return Choice.SODIUM ? new SodiumX25519(scalar) : new JdkX25519(scalar);
    }

    /** Which of the two is used, made when the first is needed. */
    final class Choice {
        private static final Logger log = LoggerFactory.getLogger(X25519.class);
        static final boolean SODIUM = load();

        private Choice() {}

        private static boolean load() {
            if ("java".equals(System.getProperty(BigMath.PROPERTY))) {
                return false;
            }
            String failure = LibSodium.load();
            if (failure != null) {
                log.info("no libsodium ({}): intersection by curves is slower", failure);
            }
            return failure == null;
        }
    }
}
