package io.fateflow.worker.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunKeyTest {

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../x", "a/b", "a\\b", "/etc", "a\u0000b", "a\nb", ".hidden", "C:x"})
    void whatIsNoPlainNameIsRefused(String name) {
        assertThatThrownBy(() -> new RunKey("job", "guest", "9999", name, "task", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reader_0", "读取-0", "a..b", "a b"})
    void plainNamesAreDirectories(String name) {
        assertThat(new RunKey("job", "guest", "9999", name, "task", 3).directory())
                .hasToString("job/guest/9999/" + name + "/task/3");
    }

    @Test
    void cpuTimesAreThoseOfTheChildren() {
        assertThat(CpuTimes.ofChildren("0m1.000000s 0m1.000000s\n1m2.250000s 0m0.250000s\n"))
                .isEqualTo(62_500);
    }
}
