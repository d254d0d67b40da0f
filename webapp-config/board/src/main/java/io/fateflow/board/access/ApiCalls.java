package io.fateflow.board.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import io.fateflow.webapp.security.WebUser.Right;

/**
 * Which of FATE Flow's calls pages and the command line make with a login, and which right each of them takes; all others are
 * none of theirs.
 */
final class ApiCalls {

    private static final Pattern STORY = Pattern.compile("GET job/\\d{20,25}/story");

    private static final Map<Right, List<String>> CALLS = Map.of(
            Right.READ,
            List.of(
                    "POST job/config",
                    "POST job/search",
                    "POST job/task/query",
                    "POST log/cat",
                    "POST log/size",
                    "POST model/query",
                    "POST table/search",
                    "GET queue",
                    "GET openapi.json",
                    "POST tracking/job/data_view",
                    "POST tracking/component/metric/all",
                    "POST tracking/component/parameters",
                    "POST tracking/component/output/model",
                    "POST tracking/component/output/data",
                    "POST tracking/component/summary/download",
                    "POST table/table_info",
                    "POST table/preview",
                    "GET node/list",
                    "GET federation/parties",
                    "GET server/maintenance",
                    "GET lineage"),
            Right.SUBMIT,
            List.of("POST job/submit", "POST data/upload"),
            Right.OPERATE,
            List.of(
                    "POST job/stop",
                    "POST job/rerun",
                    "POST job/suspend",
                    "POST job/resume",
                    "POST job/update",
                    "POST job/parameter/update"),
            Right.MONITOR,
            List.of("GET doctor", "GET audit/head"),
            Right.CONSENT,
            List.of("POST consent/list", "POST consent/try"),
            Right.DECIDE,
            List.of("POST consent/decide", "POST consent/withdraw"),
            Right.ADMINISTER,
            List.of(
                    "GET audit/export",
                    "POST doctor/repair",
                    "POST notification/test",
                    "POST server/maintenance",
                    "POST account/second_factor/query",
                    "POST account/second_factor/remove"));

    private ApiCalls() {}

    /** What a call takes; empty if no page makes it. */
    static Optional<Right> right(String method, String path) {
        String call = method + " " + path;
        if (STORY.matcher(call).matches()) {
            return Optional.of(Right.READ);
        }
        return CALLS.entrySet().stream()
                .filter(entry -> entry.getValue().contains(call))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
