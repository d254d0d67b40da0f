package io.fateflow.worker.component;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.exchange.Party;

/**
 * What a component that learns does with its rows. As in FATE, the DSL says so by the key under which it names them.
 *
 * <p>Only parties that have rows can tell; the others, such as an arbiter, hear of it from them.
 */
public enum Stage {

    /** {@code train_data}: learns, and hands its rows on with predictions. */
    TRAIN("train_data"),

    /** {@code data} without a model: learns, and hands nothing on. */
    FIT("data"),

    /** {@code data} with a model: FATE calls it to transform, which such a component can't; nothing happens. */
    PASS(""),

    /** Anything else, such as {@code test_data}: predicts. */
    PREDICT("");

    private static final String LEARNS = "train";
    private static final String OUTPUT = "output";
    private static final String ROWS = "data";
    private static final List<String> OTHERS = List.of("train_data", "validate_data", "test_data");

    private final String trainingKey;

    Stage(String trainingKey) {
        this.trainingKey = trainingKey;
    }

    /**
     * This party's.
     *
     * @throws IllegalArgumentException if there are rows under {@code data} and under another key: FATE refuses them, too
     */
    public static Stage of(ComponentContext context) {
        if (context.inputs(ROWS).isEmpty()) {
            return context.inputs(TRAIN.trainingKey).isEmpty() ? PREDICT : TRAIN;
        }
        for (String other : OTHERS) {
            if (!context.inputs(other).isEmpty()) {
                throw new IllegalArgumentException(
                        context.task().self() + ": " + context.task().componentName()
                                + " has rows under data and under " + other
                                + ": give it either data, or train_data with validate_data, or test_data");
            }
        }
        return context.model().isPresent() ? PASS : FIT;
    }

    /** Whether rows under this key are what a component learns from or is tested with; {@code eval_data} is so in older DSLs. */
    public static boolean isOfLearners(String key) {
        return OTHERS.contains(key) || key.equals("eval_data");
    }

    /** What a party with rows has told by {@link #tell}. */
    public static Stage toldBy(JsonNode plan) {
        boolean hasOutput = plan.path(OUTPUT).asBoolean(true);
        if (plan.path(LEARNS).asBoolean()) {
            return hasOutput ? TRAIN : FIT;
        }
        return hasOutput ? PREDICT : PASS;
    }

    /**
     * Tells it to parties without rows.
     *
     * @return the same plan
     */
    public ObjectNode tell(ObjectNode plan) {
        return plan.put(LEARNS, learns()).put(OUTPUT, hasOutput());
    }

    /**
     * As FATE asks for, where a component tries out instead of learning once.
     *
     * @param wish the parameter that wants it, for users
     * @throws IllegalArgumentException if the rows are not under {@code train_data}
     */
    public void requireTrainData(Party self, String wish) {
        if (this != TRAIN) {
            throw new IllegalArgumentException(
                    self + ": with " + wish + " rows have to be given as train_data, without a model");
        }
    }

    public boolean learns() {
        return this == TRAIN || this == FIT;
    }

    /** Whether anything is handed on. */
    public boolean hasOutput() {
        return this == TRAIN || this == PREDICT;
    }

    /** Where the rows to learn from are; a key that no input has if nothing is learned. */
    public String trainingKey() {
        return trainingKey;
    }
}
