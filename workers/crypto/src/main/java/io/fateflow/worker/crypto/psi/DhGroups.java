package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;

/** Safe primes that everyone knows. */
public final class DhGroups {

    private static final String START =
            "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22"
                    + "514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F4"
                    + "06B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE";
    private static final String END_1024 = "65381FFFFFFFFFFFFFFFF";
    private static final String END_2048 = "45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F"
            + "356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28"
            + "FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AACAA68FFFFFFFFFFFFFFFF";

    private DhGroups() {}

    /**
     * The prime of so many bits: 1024 is the second Oakley group (RFC 2409, 6.2), 2048 is group 14 (RFC 3526, 3).
     *
     * @throws IllegalArgumentException for other sizes
     */
    public static BigInteger prime(int bits) {
        return switch (bits) {
            case 1024 -> new BigInteger(START + END_1024, 16);
            case 2048 -> new BigInteger(START + END_2048, 16);
            default -> throw new IllegalArgumentException("no group of " + bits + " bits, only 1024 and 2048");
        };
    }
}
