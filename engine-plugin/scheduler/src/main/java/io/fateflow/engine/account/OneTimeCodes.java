package io.fateflow.engine.account;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import org.apache.commons.codec.binary.Base32;

/**
 * Codes of an authenticator as RFC 6238 has them, with what all authenticators know: six digits, thirty seconds, HMAC-SHA1. A code is
 * right in its own step, the one before and the one behind.
 */
final class OneTimeCodes {

    private static final int SECRET_BYTES = 20;
    private static final int DIGITS = 6;
    private static final long SKEW = 1;

    /** Ten minutes: so far off a clock is recognised. */
    private static final long FARTHEST = 20;

    private static final TimeBasedOneTimePasswordGenerator GENERATOR =
            new TimeBasedOneTimePasswordGenerator(Duration.ofSeconds(30), DIGITS);
    private static final long STEP_MILLIS = GENERATOR.getTimeStep().toMillis();

    private OneTimeCodes() {}

    /** In Base32, as authenticators take it. */
    static String newSecret(SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new Base32().encodeAsString(secret);
    }

    static boolean isOne(String text) {
        return text.length() == DIGITS && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /**
     * Which step's code it is, if it is right now.
     *
     * @param now epoch milliseconds
     * @param used no step up to this one counts
     */
    static OptionalLong step(String secret, String code, long now, long used) {
        long current = now / STEP_MILLIS;
        return LongStream.rangeClosed(Math.max(used + 1, current - SKEW), current + SKEW)
                .filter(step -> isOf(secret, code, step))
                .findFirst();
    }

    /** By how much the clock that a code was made with is ahead of this one; empty if it is not one of the minutes around now. */
    static Optional<Duration> ahead(String secret, String code, long now) {
        long current = now / STEP_MILLIS;
        return LongStream.rangeClosed(1, FARTHEST)
                .flatMap(off -> LongStream.of(off, -off))
                .filter(off -> isOf(secret, code, current + off))
                .mapToObj(off -> Duration.ofMillis(off * STEP_MILLIS))
                .findFirst();
    }

    private static boolean isOf(String secret, String code, long step) {
        return MessageDigest.isEqual(
                code.getBytes(StandardCharsets.UTF_8), at(secret, step).getBytes(StandardCharsets.UTF_8));
    }

    private static String at(String secret, long step) {
        return at(secret, Instant.ofEpochMilli(step * STEP_MILLIS));
    }

    /** The code of a moment. */
    static String at(String secret, Instant time) {
        Key key = new SecretKeySpec(new Base32().decode(secret), GENERATOR.getAlgorithm());
        try {
            return GENERATOR.generateOneTimePasswordString(key, time, Locale.ROOT);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("a secret of this class is a key", e);
        }
    }
}
