package io.fateflow.federation.wire;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class PartyCommandsTest {

    private static final String PATH = new PartyCommands(
                    Calls.JOB, List.of(new PartyCommands.Numbered(1, new JobCall.ApplyResource(Calls.JOB))))
            .path();

    /** Of another job, of another party, no command, a message of messages. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/party/202601021530450000011/host/10000/resource/apply",
                "/v1/party/202601021530450000010/host/10001/resource/apply",
                "/v1/party/202601021530450000010/guest/10000/resource/apply",
                "/v1/initiator/202601021530450000010/host/10000/stop/failed",
                "/v1/party/202601021530450000010/host/10000/commands",
                "/v1/party/202601021530450000010/host/10000/status/happy",
                "/v1/info/common",
                ""
            })
    void whatIsNoCommandToThisPartyIsRefused(String path) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putArray("commands").addObject().put("number", 1).put("path", path).putObject("body");

        assertThatThrownBy(() -> WireRoutes.parse(PATH, body)).isInstanceOf(WireFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"number\": 0,", "\"number\": -7,", "\"number\": \"first\",", "\"number\": null,"})
    void oneWithoutANumberIsRefused(String number) {
        String body = "{\"commands\": [{%s \"path\": \"%s\", \"body\": {}}]}"
                .formatted(number, new JobCall.ApplyResource(Calls.JOB).path());

        assertThatThrownBy(() ->
                        WireRoutes.parse(PATH, WireText.body(WireText.read(body.getBytes(StandardCharsets.UTF_8)))))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("has no number");
    }

    @Test
    void noneAndTooManyAreRefused() {
        PartyCommands.Numbered one = new PartyCommands.Numbered(1, new JobCall.ApplyResource(Calls.JOB));

        assertThatThrownBy(() -> WireRoutes.parse(PATH, JsonNodeFactory.instance.objectNode()))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("1 to 32");
        assertThatThrownBy(() -> new PartyCommands(Calls.JOB, Collections.nCopies(33, one)))
                .hasMessageContaining("not 33");
    }

    @Test
    void oneAboutAnotherPartyIsNotEvenMade() {
        JobAddress other = new JobAddress(Calls.JOB.jobId(), new Party("host", 10001));

        assertThatThrownBy(() -> new PartyCommands(
                        Calls.JOB, List.of(new PartyCommands.Numbered(1, new JobCall.ApplyResource(other)))))
                .hasMessageContaining("host/10001/resource/apply is not about this job");
    }

    /** Locks in one order, and one question to the engine: what a start has begun a stop would not find in its transaction. */
    @Test
    void whatIsAboutOneTaskIsOnePartAndHasOneStartOrStop() {
        TaskAddress other = new TaskAddress(Calls.JOB.jobId(), "b_0", Calls.JOB.jobId() + "_b_0", 0, Calls.JOB.party());
        TaskCall status = new TaskCall.SetTaskStatus(Calls.TASK, TaskStatus.SUCCESS);
        TaskCall stop = new TaskCall.StopTask(Calls.TASK, TaskStatus.SUCCESS, true);
        JobCall progress = JobCall.progress(Calls.JOB, Calls.JOB, 50);
        TaskCall running = new TaskCall.SetTaskStatus(other, TaskStatus.RUNNING);
        TaskCall start = new TaskCall.StartTask(other, "alice");
        TaskCall stopOther = new TaskCall.StopTask(other, TaskStatus.FAILED, true);
        JobCall end = new JobCall.StopJob(Calls.JOB, JobStatus.FAILED);

        assertThat(parts(status, stop, progress, running, start, stopOther, end))
                .containsExactly(
                        List.of(status, stop, progress), List.of(running, start), List.of(stopOther), List.of(end));
        assertThat(parts(progress, status)).containsExactly(List.of(progress), List.of(status));
    }

    @Test
    void whatMerelyWritesGoesWithTheOneThatBeginsOrStopsTheJob() {
        JobCall create = new JobCall.CreateJob(Calls.JOB, JsonNodeFactory.instance.objectNode());
        JobCall waiting = status(JobStatus.WAITING);
        JobCall failed = status(JobStatus.FAILED);
        JobCall stop = new JobCall.StopJob(Calls.JOB, JobStatus.FAILED);
        JobCall clean = new JobCall.CleanJob(Calls.JOB, JsonNodeFactory.instance.objectNode());

        assertThat(parts(create, waiting, failed, stop, clean))
                .containsExactly(List.of(create, waiting), List.of(failed), List.of(stop, clean));
    }

    private static JobCall status(JobStatus status) {
        return new JobCall.SetJobStatus(Calls.JOB, status, JsonNodeFactory.instance.objectNode());
    }

    private static List<List<PartyCall>> parts(PartyCall... calls) {
        List<PartyCommands.Numbered> numbered = Stream.of(calls)
                .map(call -> new PartyCommands.Numbered(1, call))
                .toList();
        return new PartyCommands(Calls.JOB, numbered)
                .parts().stream()
                        .map(part ->
                                part.stream().map(PartyCommands.Numbered::call).toList())
                        .toList();
    }

    @Test
    void answersAreReadBackAsTheyWereGiven() {
        PartyCommands.Numbered one = new PartyCommands.Numbered(1, new JobCall.ApplyResource(Calls.JOB));
        PartyCommands commands = new PartyCommands(Calls.JOB, List.of(one, one, one));
        List<Answer> given = List.of(
                Answer.notEffective(),
                Answer.of(JsonNodeFactory.instance.objectNode().put("stopped", true)),
                Answer.failure(Answer.OPERATING_ERROR, "no cores"));

        Answer onTheWire = WireText.answer(WireText.write(PartyCommands.answer(given)));

        assertThat(commands.answers(onTheWire)).isEqualTo(given);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "", "0", "-3", "9999", "x"})
    void aMarkIsTheFirstProtocol(String header) {
        assertThat(SiteProtocol.of(header)).isEqualTo(SiteProtocol.CALL_SIGNATURES);
    }

    @Test
    void laterProtocolsUnderstandEarlierOnes() {
        assertThat(SiteProtocol.of(null)).isEqualTo(SiteProtocol.NONE);
        assertThat(SiteProtocol.of("2")).isEqualTo(SiteProtocol.COMMANDS_TOGETHER);
        assertThat(SiteProtocol.of("17")).isGreaterThan(SiteProtocol.COMMANDS_TOGETHER);
    }
}
