package io.fateflow.federation.grpc;

import java.time.Duration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Party;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobTrace;

import static org.assertj.core.api.Assertions.assertThat;

final class PacketsTest {

    private static JsonNode headers(String jobId) throws JsonProcessingException {
        CallHeaders headers = new CallHeaders("1.11.4", "9999", "10000", "guest", "");
        OutgoingCall call = new OutgoingCall("/v1/party/x", headers, jobId, "{}", Duration.ofSeconds(10));
        String sent = new Packets("127.0.0.1", 9360)
                .of(call)
                .getHeader()
                .getTask()
                .getModel()
                .getDataKey();
        return new ObjectMapper().readTree(sent);
    }

    @Test
    void aCallAboutAJobNamesTheJobsTraceAndTheCallersSpan() throws JsonProcessingException {
        assertThat(headers("202601021530450000012").path("traceparent").asText())
                .isEqualTo(new JobTrace("202601021530450000012").parent(new Party("guest", 9999)));
    }

    @Test
    void otherCallsBelongToNone() throws JsonProcessingException {
        assertThat(headers("").has("traceparent")).isFalse();
    }
}
