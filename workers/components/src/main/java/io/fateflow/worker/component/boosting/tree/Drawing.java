package io.fateflow.worker.component.boosting.tree;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.parameter.Sampling;

/** What is drawn for trees: columns and rows. The same for the same seed, though not what numpy would draw. */
public final class Drawing {

    private final Sampling sampling;
    private final Random random;

    /** Draws nothing yet. */
    public Drawing(Sampling sampling, long seed) {
        this.sampling = sampling;
        this.random = new Random(seed);
    }

    /** The columns that may part a tree's nodes. */
    public boolean[] columns(int count) {
        boolean[] drawn = new boolean[count];
        int wanted = Math.min(count, Math.max(1, (int) (sampling.featureRate() * count)));
        int[] order = IntStream.range(0, count).toArray();
        if (wanted < count) {
            shuffle(order);
        }
        IntStream.of(order).limit(wanted).forEach(column -> drawn[column] = true);
        return drawn;
    }

    /**
     * The rows with the greatest gradients, and some of the others, whose gradients count for all of them.
     *
     * @throws IllegalArgumentException if there are too few rows
     */
    public Gradients rows(Gradients all) {
        int rows = all.size();
        int top = (int) (rows * sampling.topRate());
        int other = (int) (rows * sampling.otherRate());
        if (top == 0 || other == 0) {
            throw new IllegalArgumentException("subsampled result is 0: top sample " + top + ", other sample " + other
                    + ": set top_rate and other_rate so that both are rows of the " + rows);
        }
        double[] sizes = new double[rows];
        for (double[] g : all.g()) {
            Arrays.setAll(sizes, row -> sizes[row] + Math.abs(g[row]));
        }
        int[] order = IntStream.range(0, rows)
                .boxed()
                .sorted((a, b) -> Double.compare(sizes[b], sizes[a]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] rest = Arrays.copyOfRange(order, top, rows);
        shuffle(rest);
        int[] drawn = Arrays.copyOf(rest, other);
        int[] counted = IntStream.concat(Arrays.stream(order, 0, top), Arrays.stream(drawn))
                .sorted()
                .toArray();
        return new Gradients(amplified(all.g(), drawn), amplified(all.h(), drawn), counted);
    }

    private double[][] amplified(double[][] values, int[] drawn) {
        return Arrays.stream(values)
                .map(output -> {
                    double[] copy = output.clone();
                    for (int row : drawn) {
                        copy[row] *= sampling.amplifier();
                    }
                    return copy;
                })
                .toArray(double[][]::new);
    }

    private void shuffle(int[] order) {
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
    }
}
