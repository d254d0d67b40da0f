package io.fateflow.worker.component.linear.data;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.fateflow.worker.component.linear.parameter.CrossValidation;

/**
 * The parts of cross validation: each row is in one part, and part sizes differ by at most one, the larger first.
 *
 * @param order the rows' places
 */
public record Folds(List<Integer> order, int count) {

    public Folds {
        order = List.copyOf(order);
    }

    /**
     * Parts the rows.
     *
     * @throws IllegalArgumentException if there are fewer rows than parts
     */
    public static Folds of(int rows, CrossValidation parameters) {
        if (rows < parameters.splits()) {
            throw new IllegalArgumentException(
                    "cross validation needs at least n_splits = " + parameters.splits() + " rows, there are " + rows);
        }
        List<Integer> order = IntStream.range(0, rows).boxed().collect(Collectors.toList());
        if (parameters.shuffle()) {
            Long seed = parameters.seed();
            Collections.shuffle(order, seed == null ? new SecureRandom() : new Random(seed));
        }
        return new Folds(order, parameters.splits());
    }

    /** The rows that a fold is tested with, in their original order. */
    public int[] test(int fold) {
        return order.subList(start(fold), start(fold + 1)).stream()
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    /** The rows that a fold is trained with, in their original order. */
    public int[] train(int fold) {
        return IntStream.concat(
                        order.subList(0, start(fold)).stream().mapToInt(Integer::intValue),
                        order.subList(start(fold + 1), order.size()).stream().mapToInt(Integer::intValue))
                .sorted()
                .toArray();
    }

    private int start(int fold) {
        return fold * (order.size() / count) + Math.min(fold, order.size() % count);
    }
}
