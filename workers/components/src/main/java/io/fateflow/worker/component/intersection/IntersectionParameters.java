package io.fateflow.worker.component.intersection;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.crypto.psi.IdHash;
import io.fateflow.worker.crypto.psi.RsaBlinder;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's {@code IntersectParam}; what this executor cannot do is refused by name.
 *
 * @param method rsa, ecdh or dh: {@code cardinality_method} if only the number is wanted, else {@code intersect_method}
 * @param syncIds whether hosts get to know the common ids
 * @param onlyKeys whether the output has ids only
 * @param cardinalityOnly whether only the number of common ids is wanted
 * @param syncCardinality whether hosts get to know that number
 * @param runCache whether nothing is matched yet, but what a later intersection with the same host rows needs is kept
 * @param idOwner the role whose row ids all parties' rows get, with match ids
 * @param leftJoin whether that role's other rows stay, and are there without values at the others
 * @param hash of ids
 * @param keyBits of RSA, or of the group of DH
 * @param finalHash RSA's second hash, of signatures
 * @param randomBits RSA's r
 */
record IntersectionParameters(
        String method,
        boolean syncIds,
        boolean onlyKeys,
        boolean cardinalityOnly,
        boolean syncCardinality,
        boolean runCache,
        String idOwner,
        boolean leftJoin,
        IdHash hash,
        int keyBits,
        IdHash finalHash,
        int randomBits) {

    private static final String RSA = "rsa";
    private static final String ECDH = "ecdh";
    private static final String DH = "dh";
    private static final String RAW = "raw";
    private static final String GUEST = "guest";
    private static final String HOST = "host";
    private static final String INNER = "inner_join";
    private static final String LEFT = "left_join";
    private static final int DEFAULT_KEY = 2048;
    private static final int LEAST_KEY = 1024;
    private static final int MOST_KEY = 4096;
    private static final int LEAST_RANDOM = 32;
    private static final int DEFAULT_RANDOM = 128;
    private static final String NOT_HERE = "is not supported by this executor: leave it out";

    static IntersectionParameters read(Parameters given) {
        String method = given.choice("intersect_method", RSA, RSA, RAW, ECDH, DH);
        String cardinalityMethod = given.choice("cardinality_method", ECDH, RSA, ECDH, DH);
        boolean cardinalityOnly = given.flag("cardinality_only", false);
        refuseUnsupported(given);
        // FATE replaces raw silently, for raw shows all ids
        String chosen = cardinalityOnly ? cardinalityMethod : method.equals(RAW) ? ECDH : method;
        Parameters rsa = given.section("rsa_params");
        Parameters dh = given.section("dh_params");
        Parameters ecdh = given.section("ecdh_params");
        Parameters own = chosen.equals(RSA) ? rsa : chosen.equals(DH) ? dh : ecdh;
        boolean syncIds = given.flag("sync_intersect_ids", true);
        String idOwner = given.choice("sample_id_generator", GUEST, GUEST, HOST);
        boolean leftJoin = given.choice("join_method", INNER, INNER, LEFT).equals(LEFT);
        if (leftJoin && !syncIds) {
            throw given.wrong(
                    "join_method", "left_join needs sync_intersect_ids: hosts get to know more than those ids");
        }
        IntersectionParameters read = new IntersectionParameters(
                chosen,
                syncIds,
                given.flag("only_output_key", false),
                cardinalityOnly,
                given.flag("sync_cardinality", false),
                given.flag("run_cache", false),
                // as in FATE: a host that is not told which ids are common can't say what they are called
                syncIds ? idOwner : GUEST,
                leftJoin,
                hash(own, "hash_method"),
                chosen.equals(DH) ? dhBits(dh) : rsaBits(rsa),
                hash(rsa, "final_hash_method"),
                rsa.integer("random_bit", DEFAULT_RANDOM, LEAST_RANDOM, RsaBlinder.MOST_RANDOM_BITS));
        read.requireCacheable(given);
        ecdh.choice("curve", "curve25519", "curve25519");
        // both make FATE's RSA cheaper and change no result
        rsa.ignore("split_calculation").ignore("random_base_fraction").refuseOthers();
        dh.ignore("hash_method").ignore("salt").ignore("key_length").refuseOthers();
        ecdh.ignore("hash_method").ignore("salt").refuseOthers();
        given.refuseOthers();
        return read;
    }

    private void requireCacheable(Parameters given) {
        for (String other : new String[] {"cardinality_only", "run_preprocess"}) {
            if (runCache && given.flag(other, false)) {
                throw given.wrong("run_cache", "must be false together with " + other);
            }
        }
    }

    /** FATE's name of it. */
    String joinMethod() {
        return leftJoin ? LEFT : INNER;
    }

    /** How rows of one match id become rows of all parties; that they agree on it is checked. */
    String join() {
        return joinMethod() + " by the rows of the " + idOwner;
    }

    /**
     * Whether the data can be joined as it is wanted.
     *
     * @throws IOException if not
     */
    void requireJoinable(boolean matchIds, int hosts, Party self) throws IOException {
        if (leftJoin && !matchIds) {
            throw new IOException(
                    "the data of " + self + " has no match ids, which join_method left_join needs: upload it"
                            + " with extend_sid, and set with_match_id of DataTransform; or leave join_method out");
        }
        if (matchIds && hosts > 1 && idOwner.equals(HOST)) {
            throw new IOException("sample_id_generator must be guest with " + hosts
                    + " hosts: their rows have different ids, and only the guest's can be everybody's");
        }
    }

    /** What a later intersection must do alike. */
    ObjectNode toMeta() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("intersect_method", method)
                .put("hash_method", hash.method())
                .put("salt", hash.salt())
                .put("final_hash_method", finalHash.method())
                .put("random_bit", randomBits)
                .put("key_length", keyBits);
    }

    /**
     * With the methods of a cache, as FATE takes them over from it.
     *
     * @throws IOException if it is of another method
     */
    IntersectionParameters goingOnFrom(JsonNode meta) throws IOException {
        String cached = meta.path("intersect_method").asText();
        if (!cached.equals(method)) {
            throw new IOException("the cache was made by intersect_method " + cached + ", and this is " + method
                    + ": give both components the same one");
        }
        String salt = meta.path("salt").asText();
        return new IntersectionParameters(
                method,
                syncIds,
                onlyKeys,
                cardinalityOnly,
                syncCardinality,
                false,
                idOwner,
                leftJoin,
                new IdHash(meta.path("hash_method").asText(), salt),
                meta.path("key_length").asInt(),
                new IdHash(meta.path("final_hash_method").asText(), salt),
                meta.path("random_bit").asInt());
    }

    private static IdHash hash(Parameters section, String name) {
        String[] methods = IdHash.methods().toArray(String[]::new);
        return new IdHash(section.choice(name, "sha256", methods), section.text("salt", ""));
    }

    private static int rsaBits(Parameters rsa) {
        int bits = rsa.integer("key_length", DEFAULT_KEY, LEAST_KEY, MOST_KEY);
        if (bits % 2 != 0) {
            throw rsa.wrong("key_length", "must be even, not " + bits);
        }
        return bits;
    }

    private static int dhBits(Parameters dh) {
        int bits = dh.integer("key_length", DEFAULT_KEY, LEAST_KEY, DEFAULT_KEY);
        if (bits != LEAST_KEY && bits != DEFAULT_KEY) {
            throw dh.wrong("key_length", "must be 1024 or 2048, not " + bits);
        }
        return bits;
    }

    private static void refuseUnsupported(Parameters given) {
        for (String name :
                new String[] {"new_sample_id", "allow_info_share", "repeated_id_process", "with_sample_id"}) {
            if (given.flag(name, false)) {
                throw given.wrong(name, NOT_HERE);
            }
        }
        for (String name : new String[] {
            // FATE sends a filter of hashed ids first, which saves work and leaves the intersection as it is
            "run_preprocess",
            "intersect_preprocess_params",
            "intersect_cache_param",
            "raw_params",
            "encode_params",
            "with_encode",
            "join_role",
            "random_bit",
            "repeated_id_owner",
            "info_owner"
        }) {
            given.ignore(name);
        }
    }
}
