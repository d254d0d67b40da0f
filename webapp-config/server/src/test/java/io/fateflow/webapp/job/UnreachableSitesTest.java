package io.fateflow.webapp.job;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.Routes;

import static org.assertj.core.api.Assertions.assertThat;

class UnreachableSitesTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.5Z");

    private final PartyDirectory directory =
            new PartyDirectory(new Routes(9999, Map.of(), null), Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void aRunningJobSaysWhichSiteDoesNotAnswerAndSinceWhen() throws IOException {
        directory.silent(10000, "connection refused");
        directory.answered(10001, Duration.ofMillis(3), null, null);

        ObjectNode job = explained("running", "MULTIPLE");

        assertThat(job.path("wait_reason").asText())
                .isEqualTo("host 10000 can't be reached since 2026-03-01T10:00:00Z: connection refused");
        assertThat(job.path("wait_since").asLong()).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void aJobThatHasEndedOrIsOfOneSiteOnlySaysNothing() throws IOException {
        directory.silent(10000, "connection refused");

        assertThat(explained("success", "MULTIPLE").has("wait_reason")).isFalse();
        assertThat(explained("running", "SINGLE").has("wait_reason")).isFalse();
    }

    @Test
    void whoAnswersAgainIsNotNamedAnyMore() throws IOException {
        directory.silent(10000, "connection refused");
        directory.answered(10000, Duration.ofMillis(3), null, null);

        assertThat(explained("running", "MULTIPLE").has("wait_reason")).isFalse();
    }

    private ObjectNode explained(String status, String mode) throws IOException {
        ObjectNode job = (ObjectNode) new ObjectMapper().readTree("""
                {"status": "%s", "roles": {"guest": [9999], "host": [10000], "arbiter": [10001]},
                 "runtime_conf": {"job_parameters": {"common": {"federated_mode": "%s"}}}}""".formatted(status, mode));
        new UnreachableSites(Optional.of(directory)).explain(List.of(job));
        return job;
    }
}
