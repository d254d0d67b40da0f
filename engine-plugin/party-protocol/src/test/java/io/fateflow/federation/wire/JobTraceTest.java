package io.fateflow.federation.wire;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Party;

import static org.assertj.core.api.Assertions.assertThat;

/** Sites of different versions have to make the same ids: these are pinned, taken from {@code sha256sum}. */
final class JobTraceTest {

    private static final JobTrace TRACE = new JobTrace("202601021530450000012");
    private static final Party GUEST = new Party("guest", 9999);

    @Test
    void idsAreMadeOfTheJobsId() {
        assertThat(TRACE.traceId()).isEqualTo("aa610b9f7235045a388c5a21bc1ee9d6");
        assertThat(TRACE.job()).isEqualTo("f609b2759cd6a390");
        assertThat(TRACE.at(GUEST)).isEqualTo("b3dab006056304b7");
        assertThat(TRACE.span("x")).isEqualTo("58442898daee6ccf");
    }

    @Test
    void theHeaderIsAsW3cHasIt() {
        assertThat(TRACE.parent(GUEST)).isEqualTo("00-aa610b9f7235045a388c5a21bc1ee9d6-b3dab006056304b7-01");
    }
}
