package io.fateflow.worker.kubernetes.delivery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.kubernetes.delivery.DeskCalls.RefusedException;
import io.fateflow.worker.kubernetes.delivery.ExpectedRun.Brought;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A worker's desk and the calls of pods, over HTTP. */
class DeliveryDeskTest {

    private static final byte[] RESULT = bytes("{\"status\": \"success\"}");

    @TempDir
    private Path work;

    private DeliveryDesk desk;
    private RunDirectory run;
    private String token;

    @BeforeEach
    void expectARun() throws IOException {
        run = new RunDirectories(work)
                .claim(new RunKey("j", "guest", "9999", "c", "j_c", 0))
                .run();
        Files.writeString(run.logs().resolve("INFO.log"), "of an earlier attempt\n");
        Files.writeString(run.config(), "{\"module\": \"Reader\"}");
        open();
    }

    private void open() throws IOException {
        desk = DeliveryDesk.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), URI.create("http://127.0.0.1"), null);
        token = desk.expect(run);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void onePodBeginsARunAndMayAskAgain() throws Exception {
        DeskCalls pod = pod(token);
        pod.begin();
        pod.begin();

        assertThatThrownBy(pod(token)::begin)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("another pod");
        assertThat(run.forbidStart()).as("it has begun").isFalse();
        pod.config(work.resolve("config"));
        assertThat(work.resolve("config")).hasSameTextualContentAs(run.config());
    }

    @Test
    void whatTheWorkerHasGivenUpDoesNotBegin() throws Exception {
        run.forbidStart();

        assertThatThrownBy(pod(token)::begin).isInstanceOf(RefusedException.class);
    }

    @Test
    void whoHasNotBegunTheRunGetsAndBringsNothing() throws Exception {
        pod(token).begin();

        DeskCalls other = pod(token);
        assertThatThrownBy(() -> other.config(work.resolve("config"))).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> bring(other, DeskWire.EXIT_CODE, bytes("0\n"))).isInstanceOf(RefusedException.class);
        assertThatThrownBy(pod("of another run")::begin)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not the token");
        assertThat(run.exitCode()).isEmpty();
    }

    @Test
    void aFileIsThereWhenAllOfItIsWhateverRestartsMeanwhile() throws Exception {
        DeskCalls pod = begun();
        Brought file = new Brought(DeskWire.RESULT, RESULT.length, Sha256.hex(RESULT));

        assertThat(pod.file(file, 0, bytes("{\"status\""))).isEqualTo(9);
        assertThat(run.result()).doesNotExist();
        assertThat(pod.file(file, 15, bytes("ss\"}")))
                .as("it is told where to go on")
                .isEqualTo(9);
        close();
        open();
        DeskCalls same = pod.at(url());
        assertThat(same.file(file, 9, bytes(": \"success\"}"))).isEqualTo(RESULT.length);
        assertThat(same.file(file, 9, bytes(": \"success\"}")))
                .as("its answer was lost")
                .isEqualTo(RESULT.length);
        assertThat(run.result()).hasBinaryContent(RESULT);
    }

    @Test
    void aDamagedFileIsAskedForAgain() throws Exception {
        DeskCalls pod = begun();
        Brought file = new Brought(DeskWire.RESULT, RESULT.length, Sha256.hex(RESULT));

        assertThat(pod.file(file, 0, new byte[RESULT.length])).isZero();
        assertThat(run.result()).doesNotExist();
        assertThat(pod.file(file, 0, RESULT)).isEqualTo(RESULT.length);
        assertThat(run.result()).hasBinaryContent(RESULT);
    }

    @Test
    void nothingIsWrittenButWhatTheAgentReads() throws Exception {
        DeskCalls pod = begun();

        for (String name : List.of("config.json", "desk.json", "launch", "task_executor_pid")) {
            assertThatThrownBy(() -> bring(pod, name, bytes("x"))).as(name).isInstanceOf(RefusedException.class);
        }
        assertThatThrownBy(() -> pod.log("OTHER.log", 0, bytes("x"))).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> bring(pod, DeskWire.EXIT_CODE, new byte[1000]))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("at most");
    }

    @Test
    void aLogGoesOnWhereItWasBehindThatOfEarlierAttempts() throws Exception {
        DeskCalls pod = begun();

        assertThat(pod.log("INFO.log", 0, bytes("one\n"))).isEqualTo(4);
        assertThat(pod.log("INFO.log", 0, bytes("one\n")))
                .as("its answer was lost")
                .isEqualTo(4);
        assertThat(pod.log("INFO.log", 2, bytes("e\ntwo\n"))).isEqualTo(8);
        assertThat(run.logs().resolve("INFO.log")).hasContent("of an earlier attempt\none\ntwo\n");
    }

    private static void bring(DeskCalls pod, String name, byte[] bytes) throws IOException, InterruptedException {
        pod.file(new Brought(name, bytes.length, Sha256.hex(bytes)), 0, bytes);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private DeskCalls begun() throws IOException, InterruptedException {
        DeskCalls pod = pod(token);
        pod.begin();
        return pod;
    }

    private DeskCalls pod(String shown) {
        return new DeskCalls(
                url(), run.workerId(), shown, Retry.with(Backoff.standard()).times(1));
    }

    private URI url() {
        return URI.create(requireNonNull(desk.environment().get(DeskWire.URL)));
    }
}
