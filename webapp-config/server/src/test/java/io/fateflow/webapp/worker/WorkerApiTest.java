package io.fateflow.webapp.worker;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.worker.api.WorkerState;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class WorkerApiTest {

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Workers workers;

    @Test
    void handsOutTasks() {
        assertThat(call("fetch", "{\"workerId\":\"w\",\"max\":2,\"waitSeconds\":1}"))
                .startsWith("{\"tasks\":[{")
                .contains("\"id\":\"t-1\"", "\"config\":{\"a\":1}", "\"timeoutSeconds\":120", "\"taskVersion\":0");
        assertThat(call("fetch", "{\"workerId\":\"w\",\"held\":[\"t-1\"],\"max\":2,\"waitSeconds\":1}"))
                .isEqualTo("{\"tasks\":[]}");
    }

    @Test
    void saysWhetherATaskIsStillWanted() {
        assertThat(call("heartbeat", "{\"workerId\":\"w\",\"id\":\"t-1\",\"pid\":5}"))
                .isEqualTo("{\"wanted\":true}");
        assertThat(call("heartbeat", "{\"workerId\":\"w\",\"id\":\"t-2\",\"pid\":5}"))
                .isEqualTo("{\"wanted\":false}");
        assertThat(call("revoked", "{\"workerId\":\"w\",\"held\":[\"t-1\"],\"waitSeconds\":1}"))
                .isEqualTo("{\"revoked\":[\"t-1\"]}");
    }

    @Test
    void hearsHowWorkersAre() {
        String state = "\"host\":\"h\",\"places\":2,\"running\":1,\"mode\":\"ACTIVE\",\"trouble\":\"\"}";

        assertThat(call("alive", "{\"workerId\":\"w:1\"," + state)).isEqualTo("{\"drain\":false}");
        assertThat(call("alive", "{\"workerId\":\"drained:1\"," + state)).isEqualTo("{\"drain\":true}");
        assertThat(call("takeover", "{\"workerId\":\"w:2\",\"ended\":[\"w:1\"],\"held\":[\"t-1\"]}"))
                .isEqualTo("{\"taken\":true}");
        assertThat(workers.states).contains(new WorkerState("w:1", "h", 2, 1, WorkerState.Mode.ACTIVE, ""));
        assertThat(workers.takeovers).contains("w:2 [w:1] [t-1]");
    }

    @Test
    void drainsWorkers() {
        assertThat(call("drain", "{\"workerId\":\"w\"}")).isEqualTo("{\"workers\":1,\"drain\":true}");
        assertThat(call("drain", "{\"workerId\":\"nobody\"}")).contains("FFB-5104");
    }

    @Test
    void takesReports() {
        String report = "{\"status\":\"success\",\"exitReason\":\"exited\",\"exitCode\":0,\"errorReport\":\"\","
                + "\"command\":[\"true\"],\"pid\":7,\"startTime\":1,\"endTime\":2,\"peakMemoryBytes\":3,"
                + "\"cpuMillis\":4,\"result\":{\"summary\":{}},\"unknown\":1}";

        assertThat(call("complete", "{\"workerId\":\"w\",\"id\":\"t-1\",\"report\":" + report + "}"))
                .isEqualTo("{\"taken\":true}");
        assertThat(workers.reports).anySatisfy(taken -> {
            assertThat(taken.pid()).isEqualTo(7);
            assertThat(taken.command()).containsExactly("true");
        });
    }

    @Test
    void takesWhatExecutorsMeasure() {
        String metrics = "[{\"name\":\"loss\"}]";

        assertThat(call("metrics", "{\"workerId\":\"w\",\"id\":\"t-1\",\"metrics\":" + metrics + "}"))
                .isEqualTo("{\"taken\":true}");
        assertThat(call("metrics", "{\"workerId\":\"w\",\"id\":\"t-2\",\"metrics\":[]}"))
                .isEqualTo("{\"taken\":false}");
        assertThat(workers.metrics).anySatisfy(told -> assertThat(told).hasToString(metrics));
        assertThat(call("metrics", "{\"workerId\":\"w\",\"id\":\"t-1\",\"metrics\":{}}"))
                .contains("FFB-5101");
    }

    /** Nobody could read it another time: a worker must know that. */
    @Test
    void whatIsNoReportIsRefusedForGood() {
        HttpResponse<String> answer =
                answer("complete", "{\"workerId\":\"w\",\"id\":\"t-1\",\"report\":{\"pid\":\"seven\"}}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("FFB-5112");
        assertThat(answer("complete", "{\"workerId\":\"w\",\"id\":\"bad\",\"report\":{\"status\":\"won\"}}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void aMistakeOfThisProgramHasAStatusThatSaysSo() {
        HttpResponse<String> answer =
                answer("complete", "{\"workerId\":\"w\",\"id\":\"bug\",\"report\":{\"status\":\"won\"}}");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("FFB-5900");
    }

    private HttpResponse<String> answer(String name, String body) {
        return caller.send(caller.request("/v1/worker/" + name, "admin", ServerTest.PASSWORD)
                .POST(BodyPublishers.ofString(body)));
    }

    private String call(String name, String body) {
        return caller.send(caller.request("/v1/worker/" + name, "admin", ServerTest.PASSWORD)
                        .POST(BodyPublishers.ofString(body)))
                .body();
    }
}
