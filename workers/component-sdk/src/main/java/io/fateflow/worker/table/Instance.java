package io.fateflow.worker.table;

/**
 * One transformed row, as FATE's {@code Instance}.
 *
 * @param id the key, unique in its table
 * @param matchId what parties match on when keys are made up; empty if the table has none
 * @param label NaN if the table has none
 * @param weight 1 if the table has none
 */
public record Instance(String id, String matchId, double label, double weight, Features features) {

    /** An instance without match id, of weight 1. */
    public static Instance of(String id, double label, Features features) {
        return new Instance(id, "", label, 1, features);
    }

    public Instance withId(String other) {
        return new Instance(other, matchId, label, weight, features);
    }

    public Instance withWeight(double other) {
        return new Instance(id, matchId, label, other, features);
    }

    public Instance withFeatures(Features others) {
        return new Instance(id, matchId, label, weight, others);
    }

    public Instance withLabel(double other) {
        return new Instance(id, matchId, other, weight, features);
    }

    /** Shows no value: an instance may end up in a log or in an error. */
    @Override
    public String toString() {
        return "an instance with " + features;
    }
}
