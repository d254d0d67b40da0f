package io.fateflow.engine.plugin;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

import org.camunda.bpm.engine.impl.digest.PasswordEncryptor;

/**
 * Stores passwords as PBKDF2 (HMAC-SHA512): whoever steals the table needs all its rounds for each guess. A hash says its own
 * rounds. Workers log in with every call; so a pair of hash and password that was found right is remembered, as a keyed digest
 * that is worth nothing outside this process.
 */
final class Pbkdf2Passwords implements PasswordEncryptor {

    static final String NAME = "PBKDF2";

    private static final String ALGORITHM = "PBKDF2WithHmacSHA512";
    private static final int SALT = 16;
    private static final int HASH = 32;
    private static final int MOST_REMEMBERED = 1_000;

    private final int rounds;
    private final SecureRandom random = new SecureRandom();
    /** Those who log in wait for each other, and what runs goes on; who waits often comes with what another has just proven. */
    private final Semaphore cores =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), true);

    private final RememberedPasswords remembered = new RememberedPasswords();
    private final Set<String> right = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_REMEMBERED;
        }
    }));

    /** @param rounds of hashes that are made from now on */
    Pbkdf2Passwords(int rounds) {
        this.rounds = rounds;
    }

    /** Well-formed, and the hash of no password that anybody could find. */
    String nobodys() {
        return format(rounds, new byte[SALT], new byte[HASH]);
    }

    @Override
    public String hashAlgorithmName() {
        return NAME;
    }

    @Override
    public String encrypt(String password) {
        byte[] salt = bytes(SALT);
        return format(rounds, salt, hash(password, salt, rounds));
    }

    /** Whether it was found right before, which takes no time to see. */
    boolean isRemembered(String password, String stored) {
        return right.contains(remembered.digest(stored, password));
    }

    @Override
    public boolean check(String password, String stored) {
        String pair = remembered.digest(stored, password);
        if (right.contains(pair)) {
            return true;
        }
        cores.acquireUninterruptibly();
        try {
            return right.contains(pair) || matches(password, stored, pair);
        } finally {
            cores.release();
        }
    }

    private boolean matches(String password, String stored, String pair) {
        String[] parts = stored.split("\\$", -1);
        if (parts.length != 3) {
            return false;
        }
        Base64.Decoder decoder = Base64.getDecoder();
        byte[] expected = decoder.decode(parts[2]);
        boolean matches =
                MessageDigest.isEqual(expected, hash(password, decoder.decode(parts[1]), Integer.parseInt(parts[0])));
        if (matches) {
            right.add(pair);
        }
        return matches;
    }

    private static String format(int rounds, byte[] salt, byte[] hash) {
        Base64.Encoder encoder = Base64.getEncoder();
        return rounds + "$" + encoder.encodeToString(salt) + "$" + encoder.encodeToString(hash);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] hash(String password, byte[] salt, int rounds) {
        PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, rounds, HASH * 8);
        try {
            return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(key).getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        } finally {
            key.clearPassword();
        }
    }
}
