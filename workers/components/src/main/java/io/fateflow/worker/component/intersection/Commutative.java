package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.HexFormat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.crypto.psi.CommutativeCipher;
import io.fateflow.worker.crypto.psi.Curve25519Cipher;
import io.fateflow.worker.crypto.psi.DhCipher;
import io.fateflow.worker.crypto.psi.DhGroups;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/**
 * What guest and host of the methods ECDH and DH have in common. Only elements cross that the other party has to encrypt;
 * elsewhere their fingerprints do, which tell the same in 32 bytes.
 *
 * @param guestIds the variable under which the guest sends its ids, encrypted once
 * @param hostIds the variable under which the host sends its ids, encrypted once
 * @param answers the variable under which the host sends fingerprints of the guest's ids, encrypted twice
 */
record Commutative(CommutativeCipher cipher, RecordChannel guestIds, RecordChannel hostIds, RecordChannel answers) {

    static final int FINGERPRINT_BYTES = 32;

    private static final Variables ECDH = Variables.of("ecdh");
    private static final Variables DH = Variables.of("dh");
    private static final String KNOWLEDGE = DH.name("commutative_cipher_public_knowledge");

    private static final String SECRET = "secret";

    /**
     * The guest's half: with DH, it says which group it uses.
     *
     * @param key of an earlier session to go on from; empty for a new one
     */
    static Commutative forGuest(IntersectionParameters parameters, Exchange exchange, Party host, ObjectNode key)
            throws IOException, InterruptedException {
        if (isDh(parameters)) {
            String prime = DhGroups.prime(parameters.keyBits()).toString();
            exchange.sendJson(
                    KNOWLEDGE,
                    Variables.TAG,
                    host,
                    JsonNodeFactory.instance.objectNode().put("mod_base", prime));
        }
        return of(parameters, exchange, key);
    }

    /** A host's half: with DH, it accepts no group but the one of its own parameters. */
    static Commutative forHost(IntersectionParameters parameters, Exchange exchange, Party guest, ObjectNode key)
            throws IOException, InterruptedException {
        if (isDh(parameters)) {
            String theirs = exchange.receiveJson(KNOWLEDGE, Variables.TAG, guest)
                    .path("mod_base")
                    .asText();
            BigInteger own = DhGroups.prime(parameters.keyBits());
            if (!theirs.equals(own.toString())) {
                throw new IOException(guest + " uses another group than the one of " + parameters.keyBits()
                        + " bits: give all parties the same dh_params.key_length");
            }
        }
        return of(parameters, exchange, key);
    }

    /** To go on from later. */
    ObjectNode key() {
        return JsonNodeFactory.instance.objectNode().put(SECRET, HexFormat.of().formatHex(cipher.secret()));
    }

    /** Encrypts what a party sent; unchecked errors come out of parallel work. */
    byte[] encrypt(byte[] element, Party from, RecordChannel channel) {
        try {
            return cipher.encrypt(element);
        } catch (IllegalArgumentException wrong) {
            throw new UncheckedIOException(channel.malformed(from, "has a record that is " + wrong.getMessage()));
        }
    }

    static byte[] fingerprint(byte[] element) {
        return Sha256.digest().digest(element);
    }

    private static CommutativeCipher cipher(IntersectionParameters parameters, SecureRandom random) {
        return isDh(parameters)
                ? new DhCipher(DhGroups.prime(parameters.keyBits()), random)
                : new Curve25519Cipher(random);
    }

    private static CommutativeCipher cipher(IntersectionParameters parameters, byte[] secret) {
        return isDh(parameters)
                ? new DhCipher(DhGroups.prime(parameters.keyBits()), secret)
                : new Curve25519Cipher(secret);
    }

    private static boolean isDh(IntersectionParameters parameters) {
        return parameters.method().equals("dh");
    }

    private static Commutative of(IntersectionParameters parameters, Exchange exchange, ObjectNode key) {
        boolean dh = isDh(parameters);
        CommutativeCipher cipher = key.isEmpty()
                ? cipher(parameters, new SecureRandom())
                : cipher(parameters, HexFormat.of().parseHex(key.path(SECRET).asText()));
        String list = dh ? "_list" : "";
        Variables variables = dh ? DH : ECDH;
        return new Commutative(
                cipher,
                variables.channel(exchange, "id_ciphertext" + list + "_exchange_g2h"),
                variables.channel(exchange, "id_ciphertext" + list + "_exchange_h2g"),
                variables.channel(exchange, "doubly_encrypted_id" + list));
    }
}
