package io.fateflow.engine.process;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.wire.JobAddress;

import static org.assertj.core.api.Assertions.assertThat;

final class StepLogTest {

    private static final Party HOST = new Party("host", 10000);

    private static Map<String, String> of(String businessKey) {
        try (StepLog step = StepLog.of(businessKey)) {
            return Map.copyOf(MDC.getCopyOfContextMap());
        }
    }

    @Test
    void aJobsStepNamesTheJob() {
        assertThat(of("202601021530450000012")).isEqualTo(Map.of("job", "202601021530450000012"));
    }

    @Test
    void anAttemptsStepNamesItsTaskAndParty() {
        assertThat(of(new TaskKey("202601021530450000012_lr_0", 1, HOST).businessKey()))
                .isEqualTo(Map.of(
                        "job", "202601021530450000012", "task", "202601021530450000012_lr_0", "party", "host-10000"));
    }

    @Test
    void aStepOfAnotherSitesJobNamesThePartyThatItIsOf() {
        assertThat(of(WatchForeignJob.businessKey(new JobAddress("202601021530450000012", HOST))))
                .isEqualTo(Map.of("job", "202601021530450000012", "party", "host-10000"));
    }

    @Test
    void behindItNothingIsLeft() {
        of("202601021530450000012_lr_0|0|host|10000");

        assertThat(MDC.get("job")).isNull();
        assertThat(MDC.get("task")).isNull();
        assertThat(MDC.get("party")).isNull();
    }
}
