package io.fateflow.webapp.tracing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.mock.env.MockEnvironment;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.JobTrace;
import io.fateflow.webapp.TestJobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/** What a collector gets of a job, over real HTTP. */
final class JobTracingTest {

    private static final String JOB = "202603010000000000010";
    private static final JobTrace TRACE = new JobTrace(JOB);
    private static final Duration LITTLE = Duration.ofSeconds(1);
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(5_000), ZoneOffset.UTC);

    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:traced", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final Collector collector = new Collector();

    JobTracingTest() throws IOException {}

    @BeforeEach
    void aJobOfTwoPartiesOfThisSite() {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
        new JobStore(jdbc, Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC))
                .insert(List.of(
                        TestJobs.at(TestJobs.GUEST, JOB, JobStatus.FAILED),
                        TestJobs.at(TestJobs.HOST, JOB, JobStatus.FAILED)));
        jdbc.update(
                "update job set start_time = 1500, end_time = 4000, error_report = 'FFB-3001 add failed\nat length'");
        attempt(TestJobs.GUEST, 0, "failed", 3_000L);
        // its worker's clock is behind
        attempt(TestJobs.HOST, 0, "success", 10L);
        attempt(TestJobs.GUEST, 1, "running", null);
    }

    @AfterEach
    void close() {
        collector.close();
        database.destroy();
    }

    private void attempt(Party party, int version, String status, @Nullable Long ended) {
        String task = JOB + "_add";
        new TaskStore(jdbc, Clock.fixed(Instant.ofEpochMilli(2_000), ZoneOffset.UTC))
                .versions()
                .insert(List.of(new NewTask(
                        JOB,
                        new TaskKey(task, version, party),
                        "add",
                        "SecureAddExample",
                        TestJobs.GUEST,
                        "SINGLE",
                        "PUSH",
                        0,
                        0,
                        true,
                        null)));
        jdbc.update("""
                update task set party_status = ?, start_time = 2500, end_time = ?, worker_id = 'w', exit_code = 7,
                    peak_memory_bytes = 1000
                where task_version = ? and role = ?
                """, status, ended, version, party.role());
    }

    private JobTracing tracing(MockEnvironment settings) {
        return tracing(settings, TracingConfiguration.PATIENCE);
    }

    private JobTracing tracing(MockEnvironment settings, Duration patience) {
        GivenIds ids = new GivenIds();
        OpenTelemetrySdk telemetry = TracingConfiguration.telemetry(settings, ids);
        return new JobTracing(
                new JobSpans(new EndedWork(jdbc), telemetry.getTracer("test"), ids, CLOCK), telemetry, patience);
    }

    private MockEnvironment settings() {
        return new MockEnvironment()
                .withProperty("otel.exporter.otlp.endpoint", collector.endpoint())
                .withProperty("otel.exporter.otlp.headers", "api-key=k1")
                .withProperty("otel.resource.attributes", "deployment.environment=test");
    }

    private Span span(String id) {
        return collector.spans().stream()
                .filter(span -> hex(span.getSpanId()).equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static String attemptOf(Party party) {
        return TRACE.span(party + " " + JOB + "_add 0");
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    @Test
    void aJobsSpansHangTogetherAsThePartiesDid() {
        try (JobTracing tracing = tracing(settings())) {
            tracing.ended(JOB);
        }

        assertThat(collector.spans()).hasSize(5).allSatisfy(span -> assertThat(hex(span.getTraceId()))
                .isEqualTo(TRACE.traceId()));
        assertThat(hex(span(TRACE.job()).getParentSpanId())).isEmpty();
        for (Party party : List.of(TestJobs.GUEST, TestJobs.HOST)) {
            assertThat(hex(span(TRACE.at(party)).getParentSpanId())).isEqualTo(TRACE.job());
            assertThat(hex(span(attemptOf(party)).getParentSpanId())).isEqualTo(TRACE.at(party));
        }
        assertThat(collector.headers())
                .allSatisfy(sent -> assertThat(sent.getFirst("api-key")).isEqualTo("k1"));
        assertThat(collector.resource())
                .containsEntry("service.name", "fate-flow-bpm")
                .containsEntry("deployment.environment", "test");
    }

    @Test
    void aSpanSaysWhatBecameOfItAndWhen() {
        try (JobTracing tracing = tracing(settings())) {
            tracing.ended(JOB);
        }

        Span job = span(TRACE.job());
        assertThat(job.getName()).isEqualTo("job");
        assertThat(job.getStartTimeUnixNano()).isEqualTo(1_000_000_000L);
        assertThat(job.getEndTimeUnixNano()).isEqualTo(4_000_000_000L);
        assertThat(job.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(job.getStatus().getMessage()).isEqualTo("FFB-3001 add failed");
        Span failed = span(attemptOf(TestJobs.GUEST));
        assertThat(failed.getName()).isEqualTo("add");
        assertThat(failed.getStartTimeUnixNano()).isEqualTo(2_000_000_000L);
        assertThat(failed.getEndTimeUnixNano()).isEqualTo(3_000_000_000L);
        assertThat(failed.getEvents(0).getTimeUnixNano()).isEqualTo(2_500_000_000L);
        assertThat(Collector.texts(failed.getAttributesList()))
                .containsAllEntriesOf(Map.of(
                        "fate.job.id",
                        JOB,
                        "fate.component.module",
                        "SecureAddExample",
                        "fate.party.role",
                        "guest",
                        "fate.party.id",
                        "9999",
                        "process.exit.code",
                        "7",
                        "fate.executor.memory.peak_bytes",
                        "1000"))
                .doesNotContainKey("fate.executor.cpu.millis");
        Span behind = span(attemptOf(TestJobs.HOST));
        assertThat(behind.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_OK);
        assertThat(behind.getEndTimeUnixNano()).as("never before its begin").isEqualTo(2_000_000_000L);
    }

    @Test
    void whatWasSentIsNotSentAgain() {
        try (JobTracing tracing = tracing(settings())) {
            tracing.ended(JOB);
            tracing.ended(JOB);
        }

        assertThat(collector.spans()).hasSize(5);
    }

    @Test
    void aJobThatRunsIsNotTold() {
        jdbc.update("update job set status = 'running', end_time = null where role = 'host'");

        try (JobTracing tracing = tracing(settings())) {
            tracing.ended(JOB);
        }

        assertThat(collector.spans())
                .extracting(span -> hex(span.getSpanId()))
                .containsExactlyInAnyOrder(TRACE.job(), TRACE.at(TestJobs.GUEST), attemptOf(TestJobs.GUEST));
    }

    @Test
    void aCollectorThatIsAwayHoldsUpNobody() {
        collector.close();

        try (JobTracing tracing = tracing(settings().withProperty("otel.java.exporter.otlp.retry.disabled", "true"))) {
            tracing.ended(JOB);
        }

        assertThat(collector.spans()).isEmpty();
    }

    @Test
    void aCollectorThatDoesNotAnswerHoldsUpNobody() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            MockEnvironment settings = settings()
                    .withProperty("otel.exporter.otlp.endpoint", "http://127.0.0.1:" + silent.getLocalPort())
                    .withProperty("otel.exporter.otlp.timeout", "60000");
            JobTracing tracing = tracing(settings, LITTLE);
            tracing.ended(JOB);

            assertTimeout(LITTLE.multipliedBy(20), tracing::close);
        }
    }
}
