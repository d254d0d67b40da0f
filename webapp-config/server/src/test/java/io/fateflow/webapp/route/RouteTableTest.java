package io.fateflow.webapp.route;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class RouteTableTest {

    /** The calls that clients can make to FATE Flow 1.11.2, with something in place of what is between braces there. */
    private static final String FATE = """
        checkpoint: list get
        component: get reader/get validate hetero/merge woe_array/extract woe_array/merge
        data: upload download writer upload/history
        info: common fateboard eggroll version party/9999 party/9999/10000
        version: get
        job: submit stop rerun query list/job update report parameter/update config log/download log/path task/query
          list/task data/view/query clean clean/queue dsl/generate url/get
        key: public/save query public/delete
        log: size cat
        model: load migrate migrate/do load/do bind transfer transfer/guest~9999/1 store restore import
          model_tag/create model_tag/retrieve model_tag/remove tag/create tag/retrieve tag/update tag/destroy tag/list
          query query/detail deploy deploy/do get/predict/dsl get/predict/conf archive/packaging service/register
          homo/convert homo/deploy
        permission: grant delete query
        pipeline: dag/dependency
        provider: update register registry/get get fate/get
        forward: marketplace marketplace/do
        resource: query return
        server: fateflow/info version/get get service/get servings/register service/servings/register fateboard/get
          service/fateboard/get reload config/job/default
        service: registry query
        table: connector/create connector/query add bind schema/update schema/anonymous/migrate preview delete disable
          enable disable/delete list table_info tracking/source tracking/job
        template: download
        tracking: job/data_view component/metric/all component/metrics component/metric_data component/metric/delete
          component/parameters component/output/model component/output/data component/output/data/table
          component/summary/download component/list
        worker: config/load\
        """;

    private static final List<String> DOWNLOADS =
            List.of("/v1/table/download", "/v1/tracking/component/output/data/download", "/v1/model/export");

    @Autowired
    private Caller caller;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    static Stream<String> calls() {
        return Arrays.stream(FATE.replaceAll("\\n\\s+", " ").split("\n", -1)).flatMap(group -> {
            String[] parts = group.split(": ", -1);
            return Arrays.stream(parts[1].split(" ", -1)).map(path -> "/v1/" + parts[0] + "/" + path);
        });
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eachCallOfFateFlowIsServedOrSaysWhyItIsNot(String path) {
        HttpResponse<String> answer = caller.post(path, "{}");

        assertThat(answer.body()).isNotEmpty().doesNotContain("404: Not Found", "405: Method", "FFB-6110", "FFB-5900");
    }

    @Test
    void eachDownloadIsServedOrSaysWhyItIsNotWithAStatusOfItsOwn() {
        for (String path : DOWNLOADS) {
            HttpResponse<String> answer =
                    caller.send(caller.request(path).method("GET", BodyPublishers.ofString("{\"limit\": 1}")));

            assertThat(answer.body()).as(path).doesNotContain("404: Not Found", "405: Method", "FFB-6110", "FFB-5900");
        }
    }

    /** What somebody sends who has read nothing, or wants to see what happens. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[1]", "x"})
    void noCallIsASurpriseWhateverItsBody(String body) {
        mappings.getHandlerMethods().keySet().forEach(mapping -> mapping.getPatternValues().stream()
                .filter(pattern -> pattern.startsWith("/v1/"))
                .map(pattern -> pattern.replaceAll("\\{[^}]+}", "x"))
                .forEach(path -> mapping.getMethodsCondition().getMethods().forEach(method -> {
                    HttpResponse<String> answer = caller.send(caller.request(path, "admin", ServerTest.PASSWORD)
                            .method(method.name(), BodyPublishers.ofString(body)));

                    assertThat(answer.body()).as("%s %s", method, path).doesNotContain("FFB-5900");
                })));
    }

    static Stream<UnservedRoutes.Route> rows() {
        return UnservedRoutes.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eachRowOfTheTableIsAnsweredWithItsReasonAndByNoController(UnservedRoutes.Route row) {
        // workers' calls want a login, whichever of them it is
        JsonNode answer =
                json(caller.send(caller.request(row.path().replaceAll("\\{\\w+}", "x"), "admin", ServerTest.PASSWORD)
                                .POST(BodyPublishers.ofString("{}")))
                        .body());

        assertThat(answer.path("retcode").asInt()).isEqualTo(100);
        assertThat(answer.path("retmsg").asText()).isEqualTo(row.why().reason()).matches("FFB-61\\d\\d .*[.]");
    }

    /** Clients make a file of whatever comes with 200. */
    @Test
    void whatWouldBecomeAFileIsNot200() {
        HttpResponse<String> answer = caller.get("/v1/model/transfer");

        assertThat(answer.statusCode()).isEqualTo(501);
        assertThat(answer.body()).contains("FFB-6111", "\"retcode\": 501");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/job/qery, /v1/job/query",
        "/v1/tracking/component/metric/al, /v1/tracking/component/metric/all",
        "/v1/permission/query/privilege, /v1/permission/query",
        "/v1/Table/table_inf, /v1/table/table_info"
    })
    void anUnknownPathNamesItselfAndTheNearest(String path, String nearest) {
        assertThat(json(caller.post(path, "{}").body()).path("retmsg").asText())
                .isEqualTo("<NotFound '404: Not Found'> FFB-6110 This server has no call POST " + path
                        + "; the nearest is " + nearest + ".");
    }

    @Test
    void whereNothingIsNearNothingIsNamed() {
        assertThat(json(caller.post("/v1/" + "x".repeat(300) + "/y", "{}").body())
                        .path("retmsg")
                        .asText())
                .startsWith("<NotFound '404: Not Found'> FFB-6110 This server has no call POST /v1/xxx")
                .endsWith("….")
                .hasSizeLessThan(250);
    }
}
