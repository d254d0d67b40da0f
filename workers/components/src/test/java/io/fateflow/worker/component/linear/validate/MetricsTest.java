package io.fateflow.worker.component.linear.validate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class MetricsTest {

    @Test
    void stopsByTheFirstMetricThatWaitedLongEnough() {
        EarlyStopping guest = new EarlyStopping(2);
        EarlyStopping host = new EarlyStopping(2);
        double[] auc = {0.6, 0.7, 0.7, 0.69};
        double[] error = {0.5, 0.4, 0.3, 0.2};
        for (int iteration = 0; iteration < 4; iteration++) {
            assertThat(guest.stops()).isFalse();
            Map<String, Double> values = new LinkedHashMap<>();
            values.put("auc", auc[iteration]);
            values.put("mean_squared_error", error[iteration]);
            host.adopt(guest.update(values, iteration), iteration);
        }

        for (EarlyStopping each : new EarlyStopping[] {guest, host}) {
            assertThat(each.stops()).isTrue();
            assertThat(each.bestIteration()).hasValue(1);
        }
        assertThat(guest.update(Map.of("auc", 0.9), 4)).containsExactly(entry("auc", 0));
    }
}
