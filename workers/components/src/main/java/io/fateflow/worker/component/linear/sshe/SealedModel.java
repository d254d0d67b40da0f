package io.fateflow.worker.component.linear.sshe;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.crypto.paillier.PaillierText;

/** FATE's form of weights under the guest's key, at the host, and of the keys, at the guest, whose model so is a secret. */
final class SealedModel {

    /** Of weights, in digits of base 16. */
    static final int EXPONENT = Ring.FRACTION / 4;

    private static final String PUBLIC_KEY = "publicKey";
    private static final String PRIVATE_KEY = "privateKey";

    private SealedModel() {}

    /** What the host's model has beside its header. */
    static ObjectNode weights(PaillierPublicKey key, List<String> header, PaillierNumber[] weights) {
        ObjectNode byColumn = JsonNodeFactory.instance.objectNode();
        for (int column = 0; column < weights.length; column++) {
            ObjectNode weight = byColumn.putObject(header.get(column));
            weight.putObject(PUBLIC_KEY).put("n", key.n().toString());
            weight.put("cipherText", PaillierText.ciphertext(weights[column]))
                    .put("exponent", Integer.toString(EXPONENT))
                    .put("isObfuscator", true);
        }
        return JsonNodeFactory.instance.objectNode().set(SingleModel.ENCRYPTED_WEIGHT, byColumn);
    }

    /** What the guest's model has beside its weights. */
    static ObjectNode keys(PaillierKeyPair keys) {
        String[] primes = PaillierText.primes(keys);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode cipher = json.putObject(SingleModel.CIPHER);
        cipher.putObject(PUBLIC_KEY).put("n", keys.publicKey().n().toString());
        cipher.putObject(PRIVATE_KEY).put("p", primes[0]).put("q", primes[1]);
        return json;
    }

    /**
     * The host's weights, in the order of the header.
     *
     * @throws IllegalArgumentException if they are not there, or broken
     */
    static PaillierNumber[] weights(SingleModel model) {
        JsonNode byColumn = model.sealed().path(SingleModel.ENCRYPTED_WEIGHT);
        PaillierPublicKey key = PaillierText.publicKey(
                byColumn.path(model.header().get(0)).path(PUBLIC_KEY).path("n").asText());
        return model.header().stream()
                .map(column -> byColumn.path(column))
                .map(weight -> PaillierText.number(
                        key,
                        weight.path("cipherText").asText(),
                        weight.path("exponent").asInt(EXPONENT)))
                .toArray(PaillierNumber[]::new);
    }

    /**
     * The guest's keys.
     *
     * @throws IllegalArgumentException if they are not there, or broken
     */
    static PaillierKeyPair keys(SingleModel model) {
        JsonNode primes = model.sealed().path(SingleModel.CIPHER).path(PRIVATE_KEY);
        return PaillierText.keys(primes.path("p").asText(), primes.path("q").asText());
    }

    /** Whether the host's part of a guest's model is encrypted. */
    static boolean isGuests(SingleModel model) {
        return model.sealed().has(SingleModel.CIPHER);
    }
}
