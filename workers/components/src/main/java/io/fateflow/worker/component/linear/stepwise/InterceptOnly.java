package io.fateflow.worker.component.linear.stepwise;

import java.util.Arrays;
import java.util.Optional;

import io.fateflow.worker.component.linear.parameter.Flavour;

/**
 * The model without any column that a search forward goes out from. It is shown, and compared with no other. FATE's loss of
 * it for two classes is that of their names, and not of their share; this is the share's.
 */
public record InterceptOnly(double intercept, double loss) {

    /** Empty for expected numbers, whose rows may have been watched for different times. */
    public static Optional<InterceptOnly> of(Flavour flavour, double... labels) {
        double mean = Arrays.stream(labels).average().orElse(0);
        return switch (flavour) {
            case HETERO_LR ->
                Optional.of(new InterceptOnly(
                        Math.log(mean / (1 - mean)), -mean * Math.log(mean) - (1 - mean) * Math.log(1 - mean)));
            case HETERO_LINR ->
                Optional.of(new InterceptOnly(
                        mean,
                        Arrays.stream(labels)
                                        .map(label -> (label - mean) * (label - mean))
                                        .average()
                                        .orElse(0)
                                / 2));
            default -> Optional.empty();
        };
    }
}
