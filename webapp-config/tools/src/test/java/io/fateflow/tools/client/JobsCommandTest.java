package io.fateflow.tools.client;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobsCommandTest {

    @Test
    void saysOnceWhatAJobHasSeveralTimes() {
        assertThat(JobsCommand.modules(List.of("Reader", "Reader", "DataTransform", "HomoLR", "DataTransform")))
                .isEqualTo("2 Reader, 2 DataTransform, HomoLR");
    }
}
