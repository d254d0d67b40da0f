package io.fateflow.worker.component.boosting.packing;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.Sums;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

class PackingTest {

    private static final int ROWS = 40;
    private static final GradientBounds CLASSES = GradientBounds.ofClasses(1);

    private final Random random = new Random(3);

    @Test
    void sumsOfPackedRowsHoldTheSumsOfAll() {
        for (int outputs : new int[] {1, 3, 5}) {
            for (boolean packed : new boolean[] {true, false}) {
                Gradients gradients = gradients(outputs);
                GradientPacking packing = GradientPacking.of(gradients, CLASSES, packed, 340);

                BigInteger[] sum = sum(packing, gradients, 0, ROWS);

                Sums sums = packing.unpack(sum, ROWS);
                for (int k = 0; k < outputs; k++) {
                    assertThat(sums.g()[k]).isCloseTo(gradients.total().g()[k], offset(1e-12));
                    assertThat(sums.h()[k]).isCloseTo(gradients.total().h()[k], offset(1e-12));
                }
                assertThat(packing.width()).isEqualTo(packed ? Math.min(2, outputs) : 2 * outputs);
            }
        }
    }

    @Test
    void weightsBelowZeroDoNotMixUpTheSums() {
        double[] weights = random.doubles(ROWS, -3, 2).toArray();
        Gradients gradients = gradients(3);
        for (int k = 0; k < gradients.outputs(); k++) {
            for (int row = 0; row < ROWS; row++) {
                gradients.g()[k][row] *= weights[row];
                gradients.h()[k][row] *= weights[row];
            }
        }
        for (GradientBounds bounds : List.of(GradientBounds.of(gradients), GradientBounds.ofClasses(1, weights))) {
            GradientPacking packing = GradientPacking.of(gradients, bounds, true, 340);

            Sums sums = packing.unpack(sum(packing, gradients, 0, ROWS), ROWS);

            double[][] h = gradients.h();
            for (int k = 0; k < gradients.outputs(); k++) {
                assertThat(sums.g()[k])
                        .isCloseTo(Arrays.stream(gradients.g()[k]).sum(), offset(1e-11));
                assertThat(sums.h()[k]).isCloseTo(Arrays.stream(h[k]).sum(), offset(1e-11));
            }
        }
    }

    @Test
    void needsAsManyBitsAsFate() {
        Gradients gradients = Gradients.of(new double[1][569], new double[1][569]);

        GradientPacking packing = GradientPacking.of(gradients, CLASSES, true, GradientPacking.room(key(1024)));

        assertThat(packing.gradientBits()).isEqualTo(63);
        assertThat(packing.hessianBits()).isEqualTo(62);
        assertThat(SumPacking.of(packing, true, GradientPacking.room(key(1024))).capacity())
                .isEqualTo(8);
        assertThat(SumPacking.of(packing, true, GradientPacking.room(key(2048))).capacity())
                .isEqualTo(16);
    }

    @Test
    void greatestSumsHaveRoom() {
        double[][] g = new double[1][ROWS];
        double[][] h = new double[1][ROWS];
        Arrays.fill(g[0], 1e6 / 3);
        Arrays.fill(h[0], 2e5 / 7);
        Gradients gradients = Gradients.of(g, h);
        GradientBounds bounds = GradientBounds.of(gradients);
        GradientPacking packing = GradientPacking.of(gradients, bounds, true, 340);

        BigInteger[] sum = sum(packing, gradients, 0, ROWS);

        assertThat(sum[0].bitLength()).isLessThanOrEqualTo(packing.lastBits());
        assertThat(packing.unpack(sum, ROWS).g()[0]).isCloseTo(ROWS * 1e6 / 3, offset(1e-6));
        assertThat(packing.unpack(sum, ROWS).h()[0]).isCloseTo(ROWS * 2e5 / 7, offset(1e-6));
    }

    @Test
    void severalSumsShareANumber() {
        for (int outputs : new int[] {1, 3}) {
            Gradients gradients = gradients(outputs);
            GradientPacking packing = GradientPacking.of(gradients, CLASSES, true, 340);
            SumPacking sumPacking = SumPacking.of(packing, true, 340);
            int sums = 7;
            List<BigInteger[]> each = new ArrayList<>();
            for (int i = 0; i < sums; i++) {
                each.add(sum(packing, gradients, 0, i));
            }

            List<BigInteger[]> unpacked = sumPacking.unpack(pack(sumPacking, each), sums);

            assertThat(sumPacking.capacity()).isGreaterThan(1);
            for (int i = 0; i < sums; i++) {
                assertThat(unpacked.get(i)).containsExactly(each.get(i));
            }
        }
    }

    @Test
    void whatDoesNotFitIsRefusedWithARemedy() {
        Gradients gradients = gradients(1);

        assertThatThrownBy(() -> GradientPacking.of(gradients, new GradientBounds(-1e90, 1e90, 0, 1), true, 340))
                .hasMessageContaining("key_length");
    }

    /** As a host does it with encrypted numbers. */
    private static BigInteger[] pack(SumPacking packing, List<BigInteger[]> sums) {
        List<BigInteger> numbers = new ArrayList<>();
        for (int first = 0; first < sums.size(); first += packing.capacity()) {
            BigInteger number = BigInteger.ZERO;
            for (BigInteger[] sum : sums.subList(first, Math.min(sums.size(), first + packing.capacity()))) {
                number = number.shiftLeft(packing.padding()).add(sum[sum.length - 1]);
            }
            numbers.add(number);
        }
        for (BigInteger[] sum : sums) {
            numbers.addAll(List.of(sum).subList(0, sum.length - 1));
        }
        assertThat(numbers).hasSize(packing.numbers(sums.size()));
        return numbers.toArray(BigInteger[]::new);
    }

    private Gradients gradients(int outputs) {
        double[][] g = new double[outputs][ROWS];
        double[][] h = new double[outputs][ROWS];
        for (int k = 0; k < outputs; k++) {
            for (int row = 0; row < ROWS; row++) {
                g[k][row] = random.nextDouble() * 2 - 1;
                h[k][row] = random.nextDouble();
            }
        }
        return Gradients.of(g, h);
    }

    private static BigInteger[] sum(GradientPacking packing, Gradients gradients, int from, int to) {
        BigInteger[] sum = new BigInteger[packing.width()];
        Arrays.fill(sum, BigInteger.ZERO);
        for (int row = from; row < to; row++) {
            BigInteger[] packed = packing.pack(gradients, row);
            Arrays.setAll(sum, i -> sum[i].add(packed[i]));
        }
        return sum;
    }

    private static BigInteger key(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }
}
