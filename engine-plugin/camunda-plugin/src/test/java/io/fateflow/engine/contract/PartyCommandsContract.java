package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PartyCall;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.WireRoutes;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.createBody;
import static io.fateflow.engine.contract.ForeignInitiator.ofJob;
import static io.fateflow.engine.contract.ForeignInitiator.ofTask;
import static org.assertj.core.api.Assertions.assertThat;

/** Several commands of an initiator in one message, at the party that takes them. */
abstract class PartyCommandsContract extends ForeignContract {

    private static final int FIRST = 10;
    private static final Party HOST = new Party("host", 10000);

    @Test
    void eachIsDoneAndAnsweredAsIfItHadComeAlone() {
        assertThat(job("create", CREATE_ADD).retcode()).isZero();

        Answer answer = together("9999", ofJob("status/waiting"), ofJob("status/waiting"), ofJob("resource/apply"));

        assertThat(answers(answer, 3)).extracting(Answer::retcode).containsExactly(0, Answer.NOT_EFFECTIVE, 0);
        assertThat(status()).isEqualTo("waiting");
        assertThat(lastCommand()).isEqualTo(FIRST + 2);
        job("stop/canceled");
    }

    /** The answer may be lost, and the message come again. */
    @Test
    void aJobIsMadeAndWaitsByOneMessage() {
        CallHeaders initiator = new CallHeaders("1.11.4", "9999", "10000", "guest", "");

        Answer answer = site().partyCalls().handle(creation(CREATE_ADD), initiator);

        assertThat(answers(answer, 2)).extracting(Answer::retcode).containsExactly(0, 0);
        assertThat(status()).isEqualTo("waiting");
        assertThat(lastCommand()).isEqualTo(FIRST + 1);
        List<Answer> copy = answers(site().partyCalls().handle(creation(CREATE_ADD), initiator), 2);
        assertThat(copy.get(0).saysLaterOneWasTaken()).isTrue();
        assertThat(copy.get(1).retcode()).isEqualTo(Answer.NOT_EFFECTIVE);
        assertThat(job("resource/apply").retcode()).isZero();
        job("stop/canceled");
    }

    /** What an initiator of ours sends first; the question is the part of it that may be said no to. */
    @Test
    void whetherTheJobCouldStartIsAskedByTheMessageThatMakesIt() {
        List<PartyCommands.Numbered> all = new ArrayList<>(creation(CREATE_ADD).commands());
        all.addAll(commands(FIRST + 2, ofJob("dependence/check")).commands());

        Answer answer = site().partyCalls()
                .handle(
                        new PartyCommands(new JobAddress(JOB, HOST), all),
                        new CallHeaders("1.11.4", "9999", "10000", "guest", ""));

        assertThat(answers(answer, 3)).extracting(Answer::retcode).containsExactly(0, 0, 0);
        assertThat(job("resource/apply").retcode()).isZero();
        job("stop/canceled");
    }

    @Test
    void aJobThatIsRefusedDoesNotWait() {
        Answer answer = site().partyCalls()
                .handle(
                        creation(createBody("\"add_0\": 1", "")),
                        new CallHeaders("1.11.4", "9999", "10000", "guest", ""));

        assertThat(answers(answer, 2)).singleElement().satisfies(only -> assertThat(only.retcode())
                .isNotZero());
        assertThat(site().jdbc().queryForObject("select count(*) from job", Long.class))
                .isZero();
    }

    private static PartyCommands creation(String body) {
        JobAddress at = new JobAddress(JOB, HOST);
        JobCall create = new JobCall.CreateJob(at, (ObjectNode) Json.read(body));
        return new PartyCommands(
                at,
                List.of(
                        new PartyCommands.Numbered(FIRST, create),
                        commands(FIRST + 1, ofJob("status/waiting")).commands().get(0)));
    }

    @Test
    void whatStandsBehindOneThatIsNotDoneIsNotDoneEither() {
        job("create", CREATE_ADD);

        Answer answer =
                together("9999", ofJob("status/waiting"), ofTask("nobody_0", 0, "start"), ofJob("stop/canceled"));

        List<Answer> answers = answers(answer, 3);
        assertThat(answers).hasSize(2);
        assertThat(answers.get(1).retmsg()).contains("FFB-6307");
        Answer ofOneTask = site().partyCalls()
                .handle(
                        commands(2 * FIRST, ofTask("nobody_0", 0, "status/running"), ofTask("nobody_0", 0, "start")),
                        new CallHeaders("1.11.4", "9999", "10000", "guest", ""));
        assertThat(answers(ofOneTask, 2)).hasSize(1);
        assertThat(status()).isEqualTo("waiting");
        job("stop/canceled");
    }

    @Test
    void aStopFindsWhatAStartInTheSameMessageHasBegun() {
        job("create", CREATE_ADD);
        job("status/waiting");
        job("resource/apply");
        job("start");

        Answer answer = together(
                "9999",
                ofTask("add_0", 0, "status/running"),
                ofTask("add_0", 0, "start"),
                ofTask("add_0", 0, "stop/failed"));

        assertThat(answers(answer, 3)).extracting(Answer::retcode).containsExactly(0, 0, 0);
        assertThat(site().engine()
                        .getExternalTaskService()
                        .createExternalTaskQuery()
                        .count())
                .as("what runs or waits for a worker")
                .isZero();
        job("stop/failed");
    }

    /** The answer to a message was lost, and it comes again when later commands have been taken, or in part. */
    @Test
    void aCopyThatComesLaterChangesNothing() {
        job("create", CREATE_ADD);
        together("9999", ofJob("status/waiting"), ofJob("stop/canceled"));

        Answer copy = together("9999", ofJob("status/waiting"), ofJob("stop/canceled"));

        assertThat(answers(copy, 2)).hasSize(2);
        assertThat(answers(copy, 2).get(0).saysLaterOneWasTaken()).isTrue();
        assertThat(status()).isEqualTo("canceled");
    }

    /** What is about one task is one transaction, and its turn is looked at once. */
    @Test
    void ofSeveralAboutOneTaskTheLastOneIsRemembered() {
        job("create", CREATE_ADD);
        job("status/waiting");
        job("resource/apply");
        job("start");
        String[] task = {ofTask("add_0", 0, "status/running"), ofTask("add_0", 0, "start")};

        assertThat(answers(together("9999", task), 2))
                .extracting(Answer::retcode)
                .containsExactly(0, 0);
        assertThat(lastCommand()).isEqualTo(FIRST + 1);
        assertThat(answers(together("9999", task), 2).get(0).saysLaterOneWasTaken())
                .as("a copy")
                .isTrue();
        assertThat(lastCommand()).isEqualTo(FIRST + 1);

        PartyCommands backwards = new PartyCommands(
                new JobAddress(JOB, HOST),
                List.of(
                        commands(FIRST + 9, ofTask("add_0", 0, "status/failed"))
                                .commands()
                                .get(0),
                        commands(FIRST + 8, ofTask("add_0", 0, "stop/failed"))
                                .commands()
                                .get(0)));
        Answer answer = site().partyCalls().handle(backwards, new CallHeaders("1.11.4", "9999", "10000", "guest", ""));
        assertThat(answers(answer, 2).get(1).saysLaterOneWasTaken())
                .as("it stands behind a later one")
                .isTrue();
        assertThat(lastCommand()).isEqualTo(FIRST + 9);
        job("stop/failed");
    }

    @Test
    void nobodyButTheInitiatorCommandsThisWay() {
        job("create", CREATE_ADD);

        Answer answer = together("10001", ofJob("status/waiting"), ofJob("stop/canceled"));

        assertThat(answer.retcode()).isEqualTo(Answer.PERMISSION_ERROR);
        assertThat(status()).isEqualTo("ready");
        job("stop/canceled");
    }

    private String status() {
        return site().jdbc().queryForObject("select status from job where job_id = ?", String.class, JOB);
    }

    private long lastCommand() {
        return site().jdbc().queryForObject("select last_command from job where job_id = ?", Long.class, JOB);
    }

    private Answer together(String sender, String... paths) {
        return site().partyCalls()
                .handle(commands(FIRST, paths), new CallHeaders("1.11.4", sender, "10000", "guest", ""));
    }

    private static List<Answer> answers(Answer answer, int asked) {
        return commands(
                        FIRST,
                        IntStream.range(0, asked)
                                .mapToObj(i -> ofJob("resource/apply"))
                                .toArray(String[]::new))
                .answers(answer);
    }

    private static PartyCommands commands(int first, String... paths) {
        return new PartyCommands(
                new JobAddress(JOB, HOST),
                IntStream.range(0, paths.length)
                        .mapToObj(i -> new PartyCommands.Numbered(first + i, (PartyCall)
                                WireRoutes.parse(paths[i], Json.object()).orElseThrow()))
                        .toList());
    }
}
