package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PsiMathTest {

    private final Random random = new Random(3);

    /** The digests of "abc" in FIPS 180, RFC 1321 and GB/T 32905, with the text cut into id and salt. */
    @ParameterizedTest
    @CsvSource({
        "md5, 900150983cd24fb0d6963f7d28e17f72",
        "sha1, a9993e364706816aba3e25717850c26c9cd0d89d",
        "sha224, 23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        "sha256, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sm3, 66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"
    })
    void hashesIdAndSalt(String method, String expected) {
        IdHash hash = new IdHash(method, "c");

        assertThat(HexFormat.of().formatHex(hash.of("ab"))).isEqualTo(expected);
        assertThat(hash.length() * 2).isEqualTo(expected.length());
    }

    @Test
    void refusesAHashThatItHasNot() {
        assertThatThrownBy(() -> new IdHash("crc32", "")).hasMessageContaining("no hash method crc32");
    }

    @Test
    void pointsOfAnIdAreTheSameByEitherLibrary() {
        byte[] scalar = new byte[32];
        random.nextBytes(scalar);
        byte[] digest = new IdHash("sha256", "").of("id");

        assertThat(new Curve25519Cipher(scalar, new JdkX25519(scalar)).encryptId(digest))
                .isEqualTo(new Curve25519Cipher(scalar).encryptId(digest));
    }

    /** RFC 9380, J.4.2: u[0] and Q.x of the first two messages. */
    @ParameterizedTest
    @CsvSource({
        "608d892b641f0328523802a6603427c26e55e6f27e71a91a478148d45b5093cd,"
                + "51125222da5e763d97f3c10fcc92ea6860b9ccbbd2eb1285728f566721c1e65b",
        "46f5b22494bfeaa7f232cc8d054be68561af50230234d7d1d63d1d9abeca8da5,"
                + "7d56d1e08cb0ccb92baf069c18c49bb5a0dcd927eff8dcf75ca921ef7f3e6eeb"
    })
    void mapsNumbersToPoints(String number, String coordinate) {
        assertThat(new Elligator().map(new BigInteger(number, 16))).isEqualTo(new BigInteger(coordinate, 16));
    }

    @Test
    void equalIdsComeOutEqualInEitherOrder() {
        SecureRandom secure = new SecureRandom();
        for (CommutativeCipher[] pair : new CommutativeCipher[][] {
            {new Curve25519Cipher(secure), new Curve25519Cipher(secure)},
            {new DhCipher(DhGroups.prime(1024), secure), new DhCipher(DhGroups.prime(1024), secure)}
        }) {
            byte[] digest = new IdHash("sha256", "").of("id" + random.nextInt());
            byte[] first = pair[0].encryptId(digest);
            byte[] second = pair[1].encryptId(digest);

            assertThat(pair[1].encrypt(first))
                    .isEqualTo(pair[0].encrypt(second))
                    .hasSize(pair[0].width());
            assertThat(first).isNotEqualTo(second);
            assertThat(pair[0].encrypt(pair[1].encryptId(new IdHash("sha256", "").of("other"))))
                    .isNotEqualTo(pair[1].encrypt(first));
        }
    }

    @Test
    void elementsThatWouldHideNothingAreRefused() {
        SecureRandom secure = new SecureRandom();
        Curve25519Cipher curve = new Curve25519Cipher(secure);
        DhCipher group = new DhCipher(DhGroups.prime(1024), secure);
        byte[] one = new byte[128];
        one[127] = 1;

        assertThatThrownBy(() -> curve.encrypt(new byte[32])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> curve.encrypt(new byte[31])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> group.encrypt(one)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> group.encrypt(new byte[128])).isInstanceOf(IllegalArgumentException.class);
        byte[] last = DhGroups.prime(1024).subtract(BigInteger.ONE).toByteArray();
        assertThatThrownBy(() -> group.encrypt(last)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 2048})
    void groupsAreThoseOfTheStandards(int bits) {
        BigInteger prime = DhGroups.prime(bits);

        assertThat(prime.bitLength()).isEqualTo(bits);
        assertThat(prime.isProbablePrime(40)).isTrue();
        assertThat(prime.shiftRight(1).isProbablePrime(40)).isTrue();
        assertThat(prime.shiftRight(bits - 64)).isEqualTo(new BigInteger("FFFFFFFFFFFFFFFF", 16));
        assertThatThrownBy(() -> DhGroups.prime(bits + 1)).hasMessageContaining("no group");
    }

    @Test
    void aBlindSignatureIsTheSignature() {
        RsaSigner signer = RsaSigner.generate(1024, new SecureRandom());
        RsaBlinder blinder = new RsaBlinder(signer.modulus(), signer.publicExponent(), 128, new SecureRandom());
        for (int place = 0; place < 20; place++) {
            BigInteger value = new BigInteger(256, random);
            BigInteger blinded = blinder.blind(place, value);
            BigInteger signature = blinder.unblind(place, signer.sign(blinded));

            assertThat(signature.modPow(signer.publicExponent(), signer.modulus()))
                    .isEqualTo(value);
            assertThat(signature).isEqualTo(signer.sign(value));
            assertThat(blinder.blind(place, value)).isEqualTo(blinded);
            assertThat(blinder.blind(place + 1, value)).isNotEqualTo(blinded);
        }
    }

    @Test
    void refusesKeysThatAreNone() {
        BigInteger modulus = BigInteger.ONE.shiftLeft(1023).setBit(0);
        SecureRandom secure = new SecureRandom();

        for (BigInteger wrong : new BigInteger[] {BigInteger.ZERO, BigInteger.valueOf(15), modulus.clearBit(0)}) {
            assertThatThrownBy(() -> new RsaBlinder(wrong, BigInteger.valueOf(3), 128, secure))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (long wrong : new long[] {-3, 0, 1, 4}) {
            assertThatThrownBy(() -> new RsaBlinder(modulus, BigInteger.valueOf(wrong), 128, secure))
                    .hasMessageContaining("exponent");
        }
    }

    @Test
    void aSetFindsWhatWasAddedAndNothingElse() {
        int count = 40_000;
        for (int width : new int[] {3, 8, 16, 21}) {
            RecordSet set = new RecordSet(width);

            assertThat(IntStream.range(0, count).allMatch(i -> set.add(record(i, width)) == i))
                    .isTrue();
            assertThat(set.add(record(77, width))).isEqualTo(77);
            assertThat(set.size()).isEqualTo(count);
            assertThat(IntStream.range(0, count).allMatch(i -> set.find(record(i, width)) == i))
                    .isTrue();
            assertThat(IntStream.range(0, count).allMatch(i -> Arrays.equals(set.get(i), record(i, width))))
                    .isTrue();
            assertThat(set.find(record(count, width))).isEqualTo(RecordSet.NONE);
            assertThatThrownBy(() -> set.get(count)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> set.find(new byte[width + 1])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static byte[] record(int value, int width) {
        byte[] record = new byte[width];
        for (int i = 0; i < Math.min(4, width); i++) {
            record[width - 1 - i] = (byte) (value >>> (8 * i));
        }
        return record;
    }
}
