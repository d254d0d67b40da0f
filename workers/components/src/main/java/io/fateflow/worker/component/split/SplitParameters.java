package io.fateflow.worker.component.split;

import java.util.List;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;

import io.fateflow.worker.component.Parameters;

/**
 * What a split is told; defaults are FATE's.
 *
 * @param seed missing for a split that differs each time
 * @param train a share of the rows from 0 to 1 (a decimal) or their number (a whole number); missing for the rest, as the
 *     other two
 * @param stratified whether each part gets labels as they are distributed
 * @param splitPoints where labels that are no classes are parted for that, ascending
 */
record SplitParameters(
        Parameters parameters,
        JsonNode seed,
        JsonNode train,
        JsonNode validate,
        JsonNode test,
        boolean stratified,
        boolean shuffle,
        List<Double> splitPoints) {

    private static final double TOLERANCE = 1e-8;

    static SplitParameters from(Parameters parameters) {
        JsonNode train = size(parameters, "train_size");
        JsonNode validate = size(parameters, "validate_size");
        JsonNode test = size(parameters, "test_size");
        boolean none = train.isMissingNode() && validate.isMissingNode() && test.isMissingNode();
        SplitParameters all = new SplitParameters(
                parameters,
                seed(parameters),
                none ? DoubleNode.valueOf(0.8) : train,
                none ? DoubleNode.valueOf(0.2) : validate,
                none ? DoubleNode.valueOf(0) : test,
                parameters.flag("stratified", false),
                parameters.flag("shuffle", true),
                parameters.decimals("split_points").stream().sorted().toList());
        parameters.refuseOthers();
        if (all.stratified && !all.shuffle) {
            throw parameters.wrong("shuffle", "must be true for a stratified split");
        }
        return all;
    }

    Random random() {
        return seed.isMissingNode() ? new Random() : new Random(seed.asLong());
    }

    /**
     * How many of {@code rows} rows each part gets; what has no size gets the rest, train before test before validate.
     *
     * @throws io.fateflow.worker.component.ParameterException if the sizes do not fit the rows
     */
    int[] counts(int rows) {
        boolean shares = isShare(train) || isShare(validate) || isShare(test);
        double total = shares ? 1 : rows;
        double rest = total - train.asDouble() - validate.asDouble() - test.asDouble();
        double trainSize = train.isMissingNode() ? rest : train.asDouble();
        double testSize = test.isMissingNode() && !train.isMissingNode() ? rest : test.asDouble();
        boolean last = validate.isMissingNode() && !train.isMissingNode() && !test.isMissingNode();
        double validateSize = last ? rest : validate.asDouble();
        boolean negative = Math.min(trainSize, Math.min(testSize, validateSize)) < -TOLERANCE;
        if (negative || Math.abs(trainSize + testSize + validateSize - total) > TOLERANCE) {
            throw parameters.wrong(
                    "train_size", "test_size, validate_size should sum up to 1.0 or data count, which is " + rows);
        }
        int trainCount = (int) Math.rint(trainSize / total * rows);
        double others = validateSize + testSize;
        int left = rows - trainCount;
        int validateCount = others <= TOLERANCE ? 0 : (int) Math.rint(validateSize / others * left);
        boolean noOthers = others <= TOLERANCE;
        return new int[] {noOthers ? rows : trainCount, validateCount, noOthers ? 0 : left - validateCount};
    }

    private static boolean isShare(JsonNode size) {
        return size.isFloatingPointNumber();
    }

    private static JsonNode size(Parameters parameters, String name) {
        JsonNode size = parameters.any(name);
        boolean fits = size.isMissingNode()
                || (size.isIntegralNumber() && size.asLong() >= 0)
                || (size.isNumber() && size.asDouble() >= 0 && size.asDouble() <= 1);
        if (!fits) {
            throw parameters.wrong(name, "must be a number of rows, or a share from 0.0 to 1.0, not " + size);
        }
        return size;
    }

    private static JsonNode seed(Parameters parameters) {
        JsonNode seed = parameters.any("random_state");
        if (!seed.isMissingNode() && !(seed.isIntegralNumber() && seed.asLong() >= 0)) {
            throw parameters.wrong("random_state", "must be a whole number from 0, not " + seed);
        }
        return seed;
    }
}
