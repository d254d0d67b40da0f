package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

/** What both libraries must keep; libsodium's part is left out where it does not load. */
class X25519Test {

    private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
    private static final HexFormat HEX = HexFormat.of();

    private final Random random = new Random(7);

    static Stream<Arguments> libraries() {
        Stream<Arguments> jdk = Stream.of(library("JDK", JdkX25519::new));
        return X25519.Choice.SODIUM ? Stream.concat(jdk, Stream.of(library("sodium", SodiumX25519::new))) : jdk;
    }

    private static Arguments library(String name, Function<byte[], X25519> maker) {
        return Arguments.of(name, maker);
    }

    /** RFC 7748, 5.2, the first two vectors. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("libraries")
    void multipliesAsTheStandardSays(String library, Function<byte[], X25519> maker) {
        assertThat(product(
                        maker,
                        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
                        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
                .isEqualTo("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
        // its highest bit is set, and says nothing
        assertThat(product(
                        maker,
                        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
                        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"))
                .isEqualTo("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
    }

    private static String product(Function<byte[], X25519> maker, String scalar, String point) {
        return HEX.formatHex(maker.apply(HEX.parseHex(scalar)).multiply(HEX.parseHex(point)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("libraries")
    void refusesWhatWouldHideNothing(String library, Function<byte[], X25519> maker) {
        X25519 secret = maker.apply(randomBytes());

        for (BigInteger low : List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                PRIME.subtract(BigInteger.ONE),
                PRIME,
                PRIME.add(BigInteger.ONE),
                new BigInteger("325606250916557431795983626356110631294008115727848805560023387167927233504"))) {
            assertThatIllegalArgumentException()
                    .as(low.toString())
                    .isThrownBy(() -> secret.multiply(Coordinates.bytes(low)));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> secret.multiply(new byte[31]));
        assertThatIllegalArgumentException().isThrownBy(() -> secret.multiply(new byte[33]));
    }

    @Test
    void bothLibrariesAgree() {
        assumeThat(X25519.Choice.SODIUM).isTrue();
        for (int round = 0; round < 200; round++) {
            byte[] scalar = randomBytes();
            byte[] point = randomBytes();

            assertThat(new SodiumX25519(scalar).multiply(point)).isEqualTo(new JdkX25519(scalar).multiply(point));
        }
    }

    /** Here it must load: the machine that tests run on is one that it comes along for. */
    @Test
    void libsodiumIsThereOnLinux() {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");
        assertThat(X25519.Choice.SODIUM).isTrue();
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[X25519.WIDTH];
        random.nextBytes(bytes);
        return bytes;
    }
}
