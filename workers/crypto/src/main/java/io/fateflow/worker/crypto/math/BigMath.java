package io.fateflow.worker.crypto.math;

import java.math.BigInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the library: GMP, the system's or the one that comes along, unless it does not load here or
 * {@code -Dfate.bigint=java} forbids it; then the JDK. Nothing is loaded before it is needed.
 */
public final class BigMath {

    /** The system property that forces the JDK's numbers if it is {@code java}. */
    public static final String PROPERTY = "fate.bigint";

    private BigMath() {}

    /**
     * The fastest arithmetic there is here.
     *
     * @param modulus odd and greater than one
     */
    public static ModularArithmetic modulo(BigInteger modulus) {
        if (modulus.signum() <= 0 || !modulus.testBit(0) || modulus.bitLength() < 2) {
            throw new IllegalArgumentException("a modulus is odd and greater than one");
        }
        return Choice.FAILURE == null ? new GmpArithmetic(modulus) : new JavaArithmetic(modulus);
    }

    /** Which library it is, for reports. */
    public static String library() {
        return Choice.FAILURE == null ? "GMP " + LibGmp.version() : "JDK";
    }

    private static final class Choice {
        private static final Logger log = LoggerFactory.getLogger(BigMath.class);
        static final @Nullable String FAILURE = load();

        private static @Nullable String load() {
            if ("java".equals(System.getProperty(PROPERTY))) {
                return "forbidden";
            }
            String failure = LibGmp.load();
            if (failure != null) {
                log.info("no GMP ({}): encryption is slower", failure);
            }
            return failure;
        }
    }
}
