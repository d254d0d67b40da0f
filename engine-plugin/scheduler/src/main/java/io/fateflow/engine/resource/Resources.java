package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of cores and memory, exact to 1/10,000.
 *
 * @param cores number of cores
 * @param memory megabytes
 */
public record Resources(BigDecimal cores, BigDecimal memory) {

    public static final Resources NONE = of(0, 0);

    public Resources {
        cores = cores.setScale(4, RoundingMode.HALF_UP);
        memory = memory.setScale(4, RoundingMode.HALF_UP);
    }

    public static Resources of(long cores, long memory) {
        return new Resources(BigDecimal.valueOf(cores), BigDecimal.valueOf(memory));
    }

    public Resources times(int factor) {
        BigDecimal by = BigDecimal.valueOf(factor);
        return new Resources(cores.multiply(by), memory.multiply(by));
    }

    public boolean isNone() {
        return cores.signum() == 0 && memory.signum() == 0;
    }

    @Override
    public String toString() {
        String text = cores.stripTrailingZeros().toPlainString() + " cores";
        return memory.signum() == 0
                ? text
                : text + " and " + memory.stripTrailingZeros().toPlainString() + " MB";
    }
}
