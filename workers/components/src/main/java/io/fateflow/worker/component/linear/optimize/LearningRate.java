package io.fateflow.worker.component.linear.optimize;

/**
 * FATE's learning rate, which decays with time.
 *
 * @param start the rate of the first iteration
 * @param squareRoot whether only the square root of the decay counts
 */
public record LearningRate(double start, double decay, boolean squareRoot) {

    /**
     * The rate at a time.
     *
     * @param time from 0
     */
    public double at(int time) {
        double slower = 1 + decay * time;
        return start / (squareRoot ? Math.sqrt(slower) : slower);
    }
}
