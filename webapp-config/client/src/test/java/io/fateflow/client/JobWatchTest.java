package io.fateflow.client;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.client.call.CallRefusedException;
import io.fateflow.client.call.ServerCalls;
import io.fateflow.client.call.UnreachableException;
import io.fateflow.client.profile.Login;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Jobs that are looked at, waited for, and not found. */
class JobWatchTest {

    private static final String ID = "202601021530450000010";
    private static final String TASK =
            "[{\"f_component_name\":\"reader_0\",\"f_role\":\"guest\",\"f_party_id\":\"9999\","
                    + "\"f_party_status\":\"%s\",\"f_error_report\":\"%s\",\"f_end_time\":%d}]";
    private static final String AWAY = "{\"retcode\":503,\"retmsg\":\"FFB-5406 not now\"}";

    private final StubServer server = StubServer.start();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    /** Writes down what it is told. */
    private final class Notes implements JobListener {

        @Override
        public void seen(Job job, List<Task> tasks) {
            heard.add(job.status());
        }

        @Override
        public void away(UnreachableException why) {
            heard.add("away");
        }

        @Override
        public void back() {
            heard.add("back");
        }
    }

    @Test
    void asksInPausesThatGrowWhileNothingHappens() throws Exception {
        for (int i = 0; i < 8; i++) {
            job("running");
        }
        job("success");
        server.says("/v1/job/task/query", TASK.formatted("running", "", 1));

        Job ended = watch(ServerProfile.open(server.address())).toTheEnd(ID, new Notes());

        assertThat(ended.hasSucceeded()).isTrue();
        assertThat(pauses.subList(0, 7)).isSortedAccordingTo(Duration::compareTo);
        assertThat(pauses.get(0)).isEqualTo(Duration.ofMillis(250));
        assertThat(pauses.get(7)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aServerThatIsStartedAgainIsWaitedFor() throws Exception {
        job("running");
        server.says("/v1/job/search", 503, AWAY).says("/v1/job/search", 503, AWAY);
        job("running");
        server.says("/v1/job/task/query", TASK.formatted("running", "", 1))
                .says("/v1/job/task/query", TASK.formatted("success", "", 1));
        job("success");

        watch(ServerProfile.open(server.address())).toTheEnd(ID, new Notes());

        assertThat(heard)
                .startsWith("running", "away", "back")
                .endsWith("success")
                .containsOnlyOnce("away");
    }

    @Test
    void nobodyWaitsForEverForAServer() {
        job("running");
        server.says("/v1/job/search", 503, AWAY);
        server.says("/v1/job/task/query", TASK.formatted("running", "", 1));

        assertThatThrownBy(() -> watch(ServerProfile.open(server.address()))
                        .patientFor(Duration.ZERO)
                        .toTheEnd(ID, new Notes()))
                .isInstanceOf(UnreachableException.class);
    }

    @Test
    void withALoginItHearsOfTheEnd() throws Exception {
        Map<String, String> cookie = Map.of("Set-Cookie", "JSESSIONID=one; Path=/");
        Map<String, String> stream = Map.of("Content-Type", "text/event-stream");
        server.says("/board/api/login", 200, "{}", cookie)
                .says("/board/api/events", 200, "event:state\ndata:a\n\nevent:state\ndata:a\n\n", stream)
                .says("/board/v1/job/search", search("running"))
                .says("/board/v1/job/search", search("success"))
                .says("/board/v1/job/task/query", TASK.formatted("running", "", 1));

        watch(ServerProfile.open(server.address()).with(new Login("a", "b"))).toTheEnd(ID, new Notes());

        assertThat(server.asked("/board/api/events").get(0).query()).isEqualTo("topic=" + ID);
        assertThat(pauses).as("time only passes in waiting for events").isEmpty();
        assertThat(heard).containsExactly("running", "success");
    }

    @Test
    void aJobIdWithASlipIsAnsweredByTheNearest() {
        server.says("/v1/job/search", "{\"jobs\":[]}").says("/v1/job/search", search("success"));

        assertThatThrownBy(() -> jobs().get("202601021530450000101"))
                .isInstanceOf(CallRefusedException.class)
                .hasMessage("FFB-5278 This site knows no job 202601021530450000101: did you mean " + ID + "?");
    }

    @Test
    void whatIsNoIdIsNotEvenAskedFor() {
        server.says("/v1/job/search", search("success"));

        assertThatThrownBy(() -> jobs().get("../x"))
                .hasMessageContaining("FFB-5278")
                .hasMessageNotContaining("mean");
        assertThat(server.asked("/v1/job/search"))
                .allMatch(asked -> !asked.json().has("job_id"));
    }

    @Test
    void anActOnAnUnknownJobNamesTheNearest() {
        server.says("/v1/job/stop", 200, "{\"retcode\":102,\"retmsg\":\"can not found job\"}")
                .says("/v1/job/search", search("success"));

        assertThatThrownBy(() -> jobs().stop("20260102153045000001")).hasMessageContaining("did you mean " + ID);
    }

    @Test
    void aJobWithoutTasksHasNone() throws Exception {
        server.says("/v1/job/task/query", 200, "{\"retcode\":101,\"retmsg\":\"find task failed\"}");

        assertThat(jobs().tasks(ID)).isEmpty();
    }

    @Test
    void theNextPageBeginsBehindTheLastJob() throws Exception {
        server.says("/v1/job/search", search("success"));
        Job last = jobs().list(JobFilter.newest(1)).jobs().get(0);

        jobs().list(JobFilter.newest(7).behind(last));

        assertThat(server.asked("/v1/job/search").get(1).json().toString())
                .contains("\"limit\":7", "\"behind\":{\"create_time\":5,\"job_id\":\"" + ID + "\"}");
    }

    @Test
    void theCauseIsWhatFailedFirstAndNotWhatWasStoppedWithIt() throws Exception {
        server.says(
                "/v1/job/task/query",
                "[%s,%s,%s]"
                        .formatted(
                                task("host", "canceled", "FFB-1001 stopped", 1),
                                task("guest", "failed", "FFB-1003 second", 9),
                                task("arbiter", "failed", "FFB-1002 first", 5)));
        job("failed");

        List<JobFailure> failures = JobFailure.of(jobs().get(ID), jobs().tasks(ID));

        assertThat(failures).extracting(JobFailure::role).containsExactly("arbiter", "guest");
        assertThat(failures.get(0).remedy()).isEqualTo("Submit a JSON object.");
        assertThat(JobFailure.of(jobs().get(ID), List.of()))
                .singleElement()
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo("why"));
    }

    @Test
    void whatAServerSaysOfAFailedComponentIsParted() throws Exception {
        job("failed");
        server.says(
                "/v1/job/task/query",
                TASK.formatted(
                        "failed",
                        "it failed\\nthe sum is 3\\nWhat to do: count again\\nIts last lines:\\n[ERROR] 3",
                        1));

        assertThat(JobFailure.of(jobs().get(ID), jobs().tasks(ID)))
                .containsExactly(new JobFailure(
                        "guest", "9999", "reader_0", "it failed\nthe sum is 3", "count again", "[ERROR] 3"));
    }

    private static String task(String role, String status, String error, long end) {
        return TASK.formatted(status, error, end)
                .replace("\"guest\"", "\"" + role + "\"")
                .replace("[", "")
                .replace("]", "");
    }

    private void job(String status) {
        server.says("/v1/job/search", search(status));
    }

    private static String search(String status) {
        return "{\"jobs\":[{\"job_id\":\"%s\",\"status\":\"%s\",\"create_time\":5,\"reason\":\"%s\"}],\"more\":true}"
                .formatted(ID, status, status.equals("failed") ? "why" : "");
    }

    private Jobs jobs() throws ProfileException {
        return FateFlowClient.to(ServerProfile.open(server.address())).jobs();
    }

    private JobWatch watch(ServerProfile profile) throws ProfileException {
        ServerCalls calls = ServerCalls.to(profile, Clock.systemUTC());
        return new JobWatch(new Jobs(calls), calls::changes, Duration.ofMinutes(1), pauses::add);
    }
}
