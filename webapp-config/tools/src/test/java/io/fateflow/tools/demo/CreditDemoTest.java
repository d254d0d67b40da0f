package io.fateflow.tools.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The demo before a server that answers as FATE's API does, with a federated model that is just the pooled one. */
class CreditDemoTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path home;

    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final CreditDemo demo = new CreditDemo(true, false);
    private PooledRegression pooled;
    private boolean learned = true;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        CreditModel columns = new CreditModel(weights(CreditData.guestColumns()), weights(CreditData.hostColumns()));
        pooled = new CreditBaseline(CreditData.generate(20260101).common(), settings()).pooled(columns);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void showsPartiesLossCurveRocAndComparison() throws Exception {
        boolean success = session().run(demo);

        String output = printed.toString(StandardCharsets.UTF_8);
        assertThat(success).isTrue();
        assertThat(output)
                .contains("guest    9999    3000 rows  a lender")
                .contains("host     10000   3000 rows  a bank")
                .contains("2000 people are customers of both")
                .contains("iteration", "loss", "true positive rate", "┤⡏")
                .contains("federated    0.8123  this job")
                .contains("No weight differs from the pooled model's by more than 0.0e+00")
                .contains("hetero_lr_0              guest  9999   success in 5 ms");
        assertThat(output).containsPattern("guest alone +0\\.\\d{4}").containsPattern("pooled +0\\.\\d{4}");
        assertThat(home.resolve("demo-data/credit_guest.csv")).exists();
        assertThat(home.resolve("demo-data/credit_host.csv")).exists();
    }

    @Test
    void asksEachPartyForWhatItHas() throws Exception {
        session().run(demo);

        assertThat(calls)
                .contains("/v1/job/submit")
                .contains("/v1/tracking/component/output/model hetero_lr_0 arbiter 10000")
                .contains("/v1/tracking/component/output/model hetero_lr_0 host 10000")
                .contains("/v1/tracking/component/metric/all evaluation_0 guest 9999");
    }

    @Test
    void aModelWithoutLossesIsAnErrorThatSaysSo() {
        learned = false;

        assertThatThrownBy(() -> session().run(demo))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("hetero_lr_0 has no lossHistory at the arbiter");
    }

    private DemoSession session() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new DemoSession(
                List.of(new DemoServer(Set.of(), address, home)),
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                false);
    }

    private PooledRegression.Settings settings() throws IOException {
        return PooledRegression.Settings.of(
                demo.submission().at("/job_runtime_conf/component_parameters/common/hetero_lr_0"));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode request = path.endsWith("upload") ? JSON.createObjectNode() : JSON.readTree(body);
        String where = request.has("component_name")
                ? String.format(
                        Locale.ROOT,
                        " %s %s %s",
                        request.path("component_name").asText(),
                        request.path("role").asText(),
                        request.path("party_id").asText())
                : "";
        calls.add(path + where);
        ObjectNode answer = JSON.createObjectNode().put("retcode", 0).put("retmsg", "success");
        answer.set("data", data(path, request));
        byte[] json = JSON.writeValueAsBytes(answer.put("jobId", "202601010000000000001"));
        exchange.sendResponseHeaders(200, json.length);
        exchange.getResponseBody().write(json);
        exchange.close();
    }

    private JsonNode data(String path, JsonNode request) throws IOException {
        return switch (path) {
            case "/v1/job/search" ->
                JSON.readTree("{\"jobs\":[{\"job_id\":\"202601010000000000001\",\"status\":\"success\"}]}");
            case "/v1/job/task/query" ->
                JSON.readTree("[{\"f_component_name\":\"hetero_lr_0\",\"f_role\":\"guest\",\"f_party_id\":\"9999\","
                        + "\"f_party_status\":\"success\",\"f_elapsed\":5}]");
            case "/v1/job/submit" -> JSON.readTree("{\"board_url\":\"http://127.0.0.1/camunda#/job\"}");
            case "/v1/tracking/component/metric/all" -> metrics();
            case "/v1/tracking/component/output/model" ->
                model(request.path("role").asText());
            default -> JSON.createObjectNode();
        };
    }

    private static JsonNode metrics() throws IOException {
        return JSON.readTree("{\"train\":{\"intersection\":{\"data\":[[\"intersect_count\",2000]]},"
                + "\"hetero_lr_0\":{\"data\":[[\"auc\",0.8123],[\"ks\",0.5]]},"
                + "\"hetero_lr_0_roc\":{\"data\":[[0.0,0.0],[0.0,1.0],[1.0,1.0]]}}}");
    }

    private JsonNode model(String role) {
        ObjectNode model = JSON.createObjectNode();
        if (role.equals("arbiter")) {
            ArrayNode losses = model.putArray("lossHistory");
            pooled.losses().stream().filter(loss -> learned).forEach(losses::add);
            return model;
        }
        boolean guest = role.equals("guest");
        List<String> columns = guest ? CreditData.guestColumns() : CreditData.hostColumns();
        int first = guest ? 0 : CreditData.guestColumns().size();
        ObjectNode weights = model.putObject("weight");
        for (int i = 0; i < columns.size(); i++) {
            weights.put(columns.get(i), pooled.weights().get(first + i));
        }
        return model;
    }

    private static ObjectNode weights(List<String> columns) {
        ObjectNode weights = JSON.createObjectNode();
        columns.forEach(column -> weights.put(column, 0.0));
        return weights;
    }
}
