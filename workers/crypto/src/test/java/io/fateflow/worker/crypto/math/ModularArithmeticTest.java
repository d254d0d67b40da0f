package io.fateflow.worker.crypto.math;

import java.math.BigInteger;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The contract of the arithmetic, for each library, against the definitions. */
class ModularArithmeticTest {

    private static final long SEED = 20260101;

    private final Random random = new Random(SEED);

    static Stream<Function<BigInteger, ModularArithmetic>> libraries() {
        return Stream.of(JavaArithmetic::new, BigMath::modulo);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void multipliesRaisesAndInvertsAsTheDefinitionsSay(Function<BigInteger, ModularArithmetic> library) {
        for (int bits : new int[] {2, 3, 63, 64, 65, 127, 128, 129, 521, 1024, 2048, 4096}) {
            BigInteger modulus = new BigInteger(bits, random).setBit(bits - 1).setBit(0);
            ModularArithmetic arithmetic = library.apply(modulus);
            for (BigInteger a : samples(modulus)) {
                for (BigInteger b : samples(modulus)) {
                    checkMultiply(arithmetic, a, b);
                }
                BigInteger exponent = new BigInteger(80, random);
                assertThat(arithmetic.power(a, exponent)).isEqualTo(a.modPow(exponent, modulus));
                checkInverse(arithmetic, a);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void zeroIsAnExponentAndNegativeOnesAreNone(Function<BigInteger, ModularArithmetic> library) {
        ModularArithmetic arithmetic = library.apply(BigInteger.valueOf(101));

        assertThat(arithmetic.power(BigInteger.TEN, BigInteger.ZERO)).isEqualTo(BigInteger.ONE);
        assertThat(arithmetic.power(BigInteger.ZERO, BigInteger.ZERO)).isEqualTo(BigInteger.ONE);
        assertThatThrownBy(() -> arithmetic.power(BigInteger.TEN, BigInteger.ONE.negate()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void squaresOfASmallPrimeAreFoundByTryingAll(Function<BigInteger, ModularArithmetic> library) {
        ModularArithmetic arithmetic = library.apply(BigInteger.valueOf(103));
        Set<Integer> squares =
                IntStream.range(0, 103).map(i -> i * i % 103).boxed().collect(Collectors.toSet());

        for (int i = 0; i < 103; i++) {
            assertThat(arithmetic.isSquare(arithmetic.residue(BigInteger.valueOf(i))))
                    .as("%d", i)
                    .isEqualTo(squares.contains(i));
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void squaresOfALargePrimeAreFound(Function<BigInteger, ModularArithmetic> library) {
        BigInteger prime = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
        ModularArithmetic arithmetic = library.apply(prime);
        for (int i = 0; i < 100; i++) {
            BigInteger square = new BigInteger(255, random).pow(2);

            assertThat(arithmetic.isSquare(arithmetic.residue(square))).isTrue();
            assertThat(arithmetic.isSquare(arithmetic.residue(square.shiftLeft(1))))
                    .as("two is no square")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void workingMemoryMultipliesInPlace(Function<BigInteger, ModularArithmetic> library) {
        BigInteger modulus = new BigInteger(1024, random).setBit(1023).setBit(0);
        ModularArithmetic arithmetic = library.apply(modulus);
        BigInteger a = new BigInteger(1000, random);
        BigInteger b = new BigInteger(1000, random);
        try (Residues left = arithmetic.residues(3);
                Residues right = arithmetic.residues(2)) {
            left.set(0, arithmetic.residue(a));
            right.set(1, arithmetic.residue(b));
            left.copy(2, right, 1);
            left.multiply(0, 0, right, 1);
            left.multiply(1, 0, left, 0);

            assertThat(value(left, 0)).isEqualTo(a.multiply(b).mod(modulus));
            assertThat(value(left, 1)).isEqualTo(a.multiply(b).pow(2).mod(modulus));
            assertThat(value(left, 2)).isEqualTo(b);
            assertThat(value(right, 1)).isEqualTo(b);
            assertThatThrownBy(() -> left.set(3, arithmetic.residue(a))).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> left.multiply(0, -1, right, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void manyThreadsMayUseOne(Function<BigInteger, ModularArithmetic> library) {
        BigInteger modulus = new BigInteger(2048, random).setBit(2047).setBit(0);
        ModularArithmetic arithmetic = library.apply(modulus);

        boolean allRight = IntStream.range(0, 2000).parallel().allMatch(i -> {
            BigInteger a = BigInteger.valueOf(i + 2L).pow(150).mod(modulus);
            long[] square = arithmetic.multiply(arithmetic.residue(a), arithmetic.residue(a));
            return Limbs.toBigInteger(square).equals(a.multiply(a).mod(modulus));
        });

        assertThat(allRight).isTrue();
    }

    /** The public exponent and the numbers of RFC 8017's algorithm with the textbook example p=61, q=53. */
    @ParameterizedTest
    @MethodSource("libraries")
    void solvesTheTextbookExampleOfRsa(Function<BigInteger, ModularArithmetic> library) {
        ModularArithmetic arithmetic = library.apply(BigInteger.valueOf(3233));

        assertThat(arithmetic.power(BigInteger.valueOf(65), BigInteger.valueOf(17)))
                .isEqualTo(2790);
        assertThat(arithmetic.power(BigInteger.valueOf(2790), BigInteger.valueOf(2753)))
                .isEqualTo(65);
    }

    @Test
    void refusesAnEvenModulus() {
        assertThatThrownBy(() -> BigMath.modulo(BigInteger.TEN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BigMath.modulo(BigInteger.ONE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void limbsAreTheNumberInBothDirections() {
        for (int bits = 0; bits < 300; bits++) {
            BigInteger value = new BigInteger(bits, random);
            assertThat(Limbs.toBigInteger(Limbs.of(value, 5))).isEqualTo(value);
        }
        assertThatThrownBy(() -> Limbs.of(BigInteger.ONE.shiftLeft(64), 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limbs.of(BigInteger.ONE.negate(), 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private BigInteger[] samples(BigInteger modulus) {
        return new BigInteger[] {
            BigInteger.ZERO,
            BigInteger.ONE,
            modulus.subtract(BigInteger.ONE),
            modulus.shiftRight(1),
            new BigInteger(modulus.bitLength(), random).mod(modulus)
        };
    }

    private static void checkMultiply(ModularArithmetic arithmetic, BigInteger a, BigInteger b) {
        long[] product = arithmetic.multiply(arithmetic.residue(a), arithmetic.residue(b));
        assertThat(Limbs.toBigInteger(product)).isEqualTo(a.multiply(b).mod(arithmetic.modulus()));
    }

    private static void checkInverse(ModularArithmetic arithmetic, BigInteger a) {
        if (a.gcd(arithmetic.modulus()).equals(BigInteger.ONE)) {
            assertThat(Limbs.toBigInteger(arithmetic.inverse(arithmetic.residue(a))))
                    .isEqualTo(a.modInverse(arithmetic.modulus()));
        } else {
            assertThatThrownBy(() -> arithmetic.inverse(arithmetic.residue(a))).isInstanceOf(ArithmeticException.class);
        }
    }

    private static BigInteger value(Residues residues, int index) {
        return Limbs.toBigInteger(residues.get(index));
    }
}
