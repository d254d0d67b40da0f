package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockPart;

import static org.assertj.core.api.Assertions.assertThat;

/** The signatures are those of FATE's own client for this key. */
class ClientSignatureTest {

    private static final String QUERY = "{\"job_id\": \"202301010000000000000\", \"role\": \"guest\"}";

    private final ClientSignature gate = new ClientSignature(
            ClientKeys.one(new AuthenticationProperties.Client(true, "appk", "secr3t")),
            1 << 20,
            Clock.fixed(Instant.ofEpochMilli(1_700_000_030_000L), ZoneOffset.UTC));
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/v1/job/query");
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @BeforeEach
    void aSignedRequest() {
        request.addHeader("TIMESTAMP", "1700000000000");
        request.addHeader("NONCE", "782d733e-330f-11ec-8be9-a0369fa972af");
        request.addHeader("APP_KEY", "appk");
        request.setContentType("application/json");
    }

    @Test
    void acceptsASignedBodyAndLeavesItReadable() throws IOException {
        request.setContent(QUERY.getBytes(StandardCharsets.UTF_8));
        request.addHeader("SIGNATURE", "eV+sN6MgQEPNogS91SfxUyuOz2k=");

        var admitted = gate.admit(request, response);

        assertThat(admitted).isPresent();
        assertThat(admitted.get().getInputStream().readAllBytes()).asString().isEqualTo(QUERY);
    }

    @Test
    void acceptsACallWithoutBody() throws IOException {
        request.setRequestURI("/v1/job/clean/queue");
        request.addHeader("SIGNATURE", "eDztAgF0pKRtVj6Mp/ifrgYOm7o=");

        assertThat(gate.admit(request, response)).isPresent();
    }

    @Test
    void signsTheQueryAsItWasSentAndNoFile() throws IOException {
        request.setRequestURI("/v1/data/upload");
        request.setQueryString("%7B%22namespace%22:%20%22experiment%22,%20%22table_name%22:%20%22t1%22%7D");
        request.setContentType("multipart/form-data; boundary=x");
        request.addHeader("SIGNATURE", "axeG2/YB7fiC24ZfItilDRJK2FU=");

        assertThat(gate.admit(request, response)).isPresent();
    }

    /** FATE's clients sign them as they are, and what sends the request encodes them after that. */
    @Test
    void bracketsInTheQueryMayBeSentEitherWay() throws IOException {
        request.setRequestURI("/v1/data/upload");
        request.setContentType("multipart/form-data; boundary=x");
        request.addHeader("SIGNATURE", "OqcBFBBBXwY5SlRsi5b/tQjIdAc=");
        String query = "%7B%22namespace%22:%20%22e%22,%20%22meta%22:%20%7B%22a%22:%20[1]%7D%7D";

        request.setQueryString(query);
        assertThat(gate.admit(request, response)).isPresent();
        request.setQueryString(query.replace("[", "%5B").replace("]", "%5D"));
        assertThat(gate.admit(request, response)).isPresent();
        request.setQueryString(query.replace("[1]", "%5B2%5D"));
        assertThat(gate.admit(request, response)).isEmpty();
    }

    @Test
    void signsFormFieldsAndNoFile() throws IOException {
        form("v 1");
        request.addHeader("SIGNATURE", "GWPmIfULjCl+7zOaQaUSHh+knSM=");

        assertThat(gate.admit(request, response)).isPresent();
    }

    @Test
    void refusesAnotherFormField() throws IOException {
        form("v 2");
        request.addHeader("SIGNATURE", "GWPmIfULjCl+7zOaQaUSHh+knSM=");

        assertThat(gate.admit(request, response)).isEmpty();
    }

    private void form(String modelVersion) {
        request.setRequestURI("/v1/model/import");
        request.setContentType("multipart/form-data; boundary=x");
        request.setContent(new byte[1]);
        request.addPart(new MockPart("role", "guest".getBytes(StandardCharsets.UTF_8)));
        request.addPart(new MockPart("model_id", "guest-9999#host-10000#model".getBytes(StandardCharsets.UTF_8)));
        request.addPart(new MockPart("model_version", modelVersion.getBytes(StandardCharsets.UTF_8)));
        request.addPart(new MockPart("party_id", "9999".getBytes(StandardCharsets.UTF_8)));
        request.addPart(new MockPart("force_update", "0".getBytes(StandardCharsets.UTF_8)));
        request.addPart(new MockPart("file", "model.zip", new byte[] {1, 2, 3}));
    }

    @Test
    void refusesAnotherBody() throws IOException {
        request.setContent("{\"job_id\": \"1\"}".getBytes(StandardCharsets.UTF_8));
        request.addHeader("SIGNATURE", "eV+sN6MgQEPNogS91SfxUyuOz2k=");

        assertThat(gate.admit(request, response)).isEmpty();
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString())
                .contains("\"retcode\":109")
                .contains("signature authentication failed");
    }

    @Test
    void refusesAnUnsignedCall() throws IOException {
        assertThat(gate.admit(request, response)).isEmpty();
        assertThat(response.getContentAsString()).contains("requirement headers parameters");
    }

    @Test
    void refusesAnOldCall() throws IOException {
        request.addHeader("SIGNATURE", "x");
        ClientSignature later = new ClientSignature(
                ClientKeys.one(new AuthenticationProperties.Client(true, "appk", "secr3t")),
                1 << 20,
                Clock.fixed(Instant.ofEpochMilli(1_700_000_061_000L), ZoneOffset.UTC));

        assertThat(later.admit(request, response)).isEmpty();
        assertThat(response.getContentAsString()).contains("more than 60 seconds away");
    }
}
