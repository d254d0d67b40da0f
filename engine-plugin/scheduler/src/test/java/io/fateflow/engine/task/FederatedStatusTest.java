package io.fateflow.engine.task;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.federation.status.TaskStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class FederatedStatusTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            waiting waiting  | waiting
            waiting running  | running
            success waiting  | running
            success pass     | success
            running failed   | failed
            canceled failed  | failed
            canceled timeout | timeout
            success canceled | canceled
            pass pass        | success
            running success  | running
            running          | running
            """)
    void isWhatFateMakesOfTheParties(String parties, String federated) {
        List<TaskStatus> statuses =
                Arrays.stream(parties.split(" ")).map(TaskStatus::of).toList();

        assertThat(FederatedStatus.of(statuses)).isEqualTo(TaskStatus.of(federated));
    }

    @Test
    void needsAParty() {
        assertThatThrownBy(() -> FederatedStatus.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
