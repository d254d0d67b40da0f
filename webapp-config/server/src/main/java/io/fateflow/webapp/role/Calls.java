package io.fateflow.webapp.role;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

import static io.fateflow.webapp.role.Action.*;

/** Which call does what. A call of an account that is not among these is refused; a test holds that all are. */
public final class Calls {

    private static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

    private static final String API = "/v1/";
    private static final String BOARD = "/board/api/";
    private static final String OF_PAGES = "/board/v1/";
    private static final String DOWNLOAD = "/board/api/download/";

    private static final List<Call> CALLS = Stream.of(
                    calls(
                            API,
                            SITE_READ,
                            "POST version/get, POST info/version, POST server/version/get, POST info/common,"
                                    + " POST info/fateboard, POST info/party/{partyId}, POST server/fateflow/info,"
                                    + " POST server/get, POST server/service/get, POST server/{name}/get,"
                                    + " POST server/service/{name}/get, POST server/config/job/default,"
                                    + " POST service/query, GET server/maintenance, POST provider/get,"
                                    + " POST provider/registry/get, POST provider/{name}/get, POST component/get,"
                                    + " POST component/{name}/get, GET node/list, GET node/{name}/resources,"
                                    + " POST resource/query, GET resource/query, GET queue, GET federation/parties,"
                                    + " POST key/query, POST template/download, GET openapi.json,"
                                    + " GET openapi.json.yaml, GET openapi.json/swagger-config"),
                    calls(BOARD, SITE_READ, "GET modules, GET nodes, GET resources, GET sites/calls"),
                    calls(
                            API,
                            JOB_READ,
                            "POST job/query, POST job/task/query, POST job/search, POST job/list/job,"
                                    + " POST job/list/task, POST job/config, POST job/data/view/query,"
                                    + " POST tracking/job/data_view, POST job/report, POST job/url/get,"
                                    + " POST pipeline/dag/dependency, GET job/{jobId}/story,"
                                    + " POST tracking/component/list, POST table/list,"
                                    + " POST tracking/component/output/data/table"),
                    calls(
                            BOARD,
                            JOB_READ,
                            "GET jobs, GET jobs/{job}, GET jobs/{job}/usage/{component}, GET jobs/{job}/diagram,"
                                    + " GET events"),
                    calls(
                            API,
                            RESULT_READ,
                            "POST tracking/component/parameters, POST tracking/component/summary/download,"
                                    + " POST tracking/component/metric/all, POST tracking/component/metrics,"
                                    + " POST tracking/component/metric_data"),
                    calls(API, LOG_READ, "POST log/size, POST log/cat, POST job/log/download, POST job/log/path"),
                    calls(
                            BOARD,
                            LOG_READ,
                            "GET jobs/{job}/logs/{role}/{party}/{component},"
                                    + " GET jobs/{job}/logs/{role}/{party}/{component}/part,"
                                    + " GET jobs/{job}/logs/{role}/{party}/{component}/events"),
                    calls(API, JOB_SUBMIT, "POST job/submit, POST job/dsl/generate, POST component/validate"),
                    calls(BOARD, JOB_SUBMIT, "POST check, POST preflight"),
                    calls(
                            API,
                            JOB_CONTROL,
                            "POST job/stop, POST job/rerun, POST job/suspend, POST job/resume, POST job/update,"
                                    + " POST job/parameter/update, POST tracking/component/metric/delete"),
                    calls(
                            API,
                            QUEUE_MANAGE,
                            "PUT queue/{name}, DELETE queue/{name}, POST job/front, POST job/clean/queue"),
                    calls(API, NODE_MANAGE, "PUT node/{name}/resources, POST server/maintenance, POST resource/return"),
                    calls(BOARD, NODE_MANAGE, "POST nodes/drain, POST nodes/capacity"),
                    calls(API, REPAIR, "POST doctor/repair"),
                    calls(
                            API,
                            TABLE_READ,
                            "POST table/table_info, POST table/search, POST table/tracking/source,"
                                    + " POST table/tracking/job, POST table/connector/query, POST data/upload/history"),
                    calls(BOARD, TABLE_READ, "GET tables"),
                    calls(
                            API,
                            TABLE_WRITE,
                            "POST data/upload, POST table/bind, POST table/add, POST table/delete,"
                                    + " POST table/disable, POST table/enable, POST table/disable/delete"),
                    calls(
                            API,
                            DATA_READ,
                            "POST table/preview, GET table/download, POST tracking/component/output/data,"
                                    + " GET tracking/component/output/data/download"),
                    calls(API, DATA_EXPORT, "POST data/download, POST data/writer"),
                    calls(
                            API,
                            MODEL_READ,
                            "POST model/query, POST model/query/detail, POST model/get/predict/dsl,"
                                    + " POST model/get/predict/conf, POST tracking/component/output/model,"
                                    + " POST model/tag/list, POST model/tag/retrieve, POST model/model_tag/retrieve,"
                                    + " POST checkpoint/list, POST checkpoint/get"),
                    calls(
                            API,
                            MODEL_DEPLOY,
                            "POST model/deploy, POST model/load, POST model/bind, POST model/homo/deploy,"
                                    + " POST model/model_tag/create, POST model/model_tag/remove"),
                    calls(
                            API,
                            MODEL_MANAGE,
                            "GET model/export, POST model/export, GET model/store, POST model/store,"
                                    + " GET model/restore, POST model/restore, POST model/import, POST model/migrate,"
                                    + " POST model/homo/convert, POST component/hetero/merge,"
                                    + " POST component/woe_array/extract, POST component/woe_array/merge,"
                                    + " POST model/tag/create, POST model/tag/update, POST model/tag/destroy"),
                    calls(API, AUDIT_READ, "GET audit, GET audit/head, GET audit/heads, GET audit/export, GET lineage"),
                    calls(BOARD, AUDIT_READ, "GET audit"),
                    calls(API, CONSENT_READ, "POST consent/list, POST consent/try"),
                    calls(API, CONSENT_DECIDE, "POST consent/decide, POST consent/withdraw"),
                    calls(API, MONITOR, "GET doctor"),
                    calls(BOARD, MONITOR, "GET health/history"),
                    calls(
                            API,
                            CONFIGURE,
                            "POST key/save, POST key/public/save, POST key/delete, POST key/public/delete,"
                                    + " POST table/connector/create, POST notification/test, POST server/reload,"
                                    + " POST federation/reload"),
                    calls(API, ACCOUNTS, "POST account/second_factor/query, POST account/second_factor/remove"),
                    calls(
                            API,
                            WORK,
                            "POST worker/fetch, POST worker/heartbeat, POST worker/alive, POST worker/takeover,"
                                    + " POST worker/drain, POST worker/complete, POST worker/metrics, POST worker/log,"
                                    + " POST worker/revoked"))
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Call::path, PathPattern.SPECIFICITY_COMPARATOR))
            .toList();

    private Calls() {}

    private record Call(String method, PathPattern path, Action action) {}

    private static List<Call> calls(String prefix, Action action, String all) {
        return Stream.of(all.split(", ", -1))
                .map(call -> call.split(" ", 2))
                .map(call -> new Call(call[0], PathPatternParser.defaultInstance.parse(prefix + call[1]), action))
                .toList();
    }

    /**
     * What a call does.
     *
     * @param path decoded, and without slashes at its end; what pages do with FATE Flow's calls is what those do
     */
    public static Optional<Action> action(String method, String path) {
        if (path.startsWith(DOWNLOAD)) {
            String call = API + path.substring(DOWNLOAD.length());
            return find("GET", call).or(() -> find("POST", call));
        }
        return find(method, path.startsWith(OF_PAGES) ? API + path.substring(OF_PAGES.length()) : path);
    }

    private static Optional<Action> find(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        PathContainer parsed = PathContainer.parsePath(path, DECODED);
        return CALLS.stream()
                .filter(call -> call.method().equals(asked) && call.path().matches(parsed))
                .findFirst()
                .map(Call::action);
    }

    /** What is done by whatever serves a pattern of paths, as its controller has it. */
    public static Optional<Action> ofPattern(String method, String pattern) {
        String asked = method.equals("HEAD") ? "GET" : method;
        return CALLS.stream()
                .filter(call -> call.method().equals(asked)
                        && call.path().getPatternString().equals(pattern))
                .findFirst()
                .map(Call::action);
    }

    /** Whether whoever has a role may call it: it says who he is, and what he may do. */
    public static boolean isForAnyRole(String pattern) {
        return pattern.equals("/board/api/session");
    }

    /** Whether whatever serves a pattern of paths only hands on to the calls of this table, which are looked at there. */
    public static boolean handsOn(String pattern) {
        return pattern.equals("/board/v1/{*path}") || pattern.equals("/board/api/download/{*path}");
    }
}
