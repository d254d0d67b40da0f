package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * All that is random in a run, and which faults there are: each run has its own mixture of them, so that rare combinations
 * are not always drowned by the common ones.
 */
final class Storm {

    private static final List<Double> RATES = List.of(0.0, 0.0, 0.05, 0.15, 0.3);

    private final Random random;
    private final Map<Fault, Double> rates = new EnumMap<>(Fault.class);
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    private final boolean together;
    private boolean blowing;

    Storm(long seed) {
        // seeds that follow each other give first numbers that do, too
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        random.nextLong();
        together = seed % 2 == 0;
        for (Fault fault : Fault.values()) {
            rates.put(fault, pick(RATES) * fault.frequency());
        }
    }

    /** Whether sites are as ours are to each other; otherwise they are as ours are to FATE Flow. */
    boolean sendsCommandsTogether() {
        return together;
    }

    void blow(boolean blows) {
        blowing = blows;
    }

    boolean isBlowing() {
        return blowing;
    }

    /** Whether the fault happens here. */
    boolean hits(Fault fault) {
        if (!blowing || random.nextDouble() >= rates.getOrDefault(fault, 0.0)) {
            return false;
        }
        counts.merge(fault, 1, Integer::sum);
        return true;
    }

    Map<Fault, Integer> counts() {
        return counts;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    Duration upTo(Duration most) {
        return Duration.ofMillis(1 + random.nextInt((int) most.toMillis()));
    }
}
