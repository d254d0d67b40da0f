package io.fateflow.federation.wire;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;

/** Which call a path and a body are. What the path says wins over the same keys in the body. */
public final class WireRoutes {

    private static final String JOB = "{job}/{role}/{party}/";
    private static final String TASK = "{job}/{component}/{task}/{version}/{role}/{party}/";

    private static final List<Route> ROUTES = List.of(
            new Route(
                    "party/" + JOB + "create",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.CreateJob(path.job(), body)),
            new Route(
                    "party/" + JOB + "preflight",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.Preflight(path.job(), body)),
            new Route(
                    "party/" + JOB + "component/inheritance/check",
                    (path, body) -> new JobCall.CheckInheritance(path.job())),
            new Route("party/" + JOB + "component/rerun/check", (path, body) -> new JobCall.CheckRerun(path.job())),
            new Route("party/" + JOB + "dependence/check", (path, body) -> new JobCall.CheckDependence(path.job())),
            new Route("party/" + JOB + "resource/apply", (path, body) -> new JobCall.ApplyResource(path.job())),
            new Route("party/" + JOB + "resource/return", (path, body) -> new JobCall.ReturnResource(path.job())),
            new Route(
                    "party/" + JOB + "start",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.StartJob(path.job(), body)),
            new Route("party/" + JOB + "align", (path, body) -> new JobCall.Align(path.job(), body)),
            new Route(
                    "party/" + JOB + "update",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.UpdateJob(path.job(), body)),
            new Route(
                    "party/" + JOB + "parameter/update",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.UpdateParameters(path.job(), body)),
            new Route(
                    "party/" + JOB + "status/{status}",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.SetJobStatus(path.job(), jobStatus(path), body)),
            new Route("party/" + JOB + "model", (path, body) -> new JobCall.SaveModel(path.job())),
            new Route(
                    "party/" + JOB + "stop/{status}", (path, body) -> new JobCall.StopJob(path.job(), jobStatus(path))),
            new Route("party/" + JOB + "clean", (path, body) -> new JobCall.CleanJob(path.job(), body)),
            new Route(
                    "party/" + TASK + "create",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new TaskCall.CreateTask(path.task(), body)),
            new Route(
                    "party/" + TASK + "start",
                    (path, body) -> new TaskCall.StartTask(path.task(), text(body, "user_id"))),
            new Route("party/" + TASK + "report", (path, body) -> new TaskCall.ReportByExecutor(path.task(), body)),
            new Route("party/" + TASK + "update", (path, body) -> new TaskCall.UpdateTask(path.task(), body)),
            new Route("party/" + TASK + "collect", (path, body) -> new TaskCall.CollectTask(path.task())),
            new Route(
                    "party/" + TASK + "status/{status}",
                    (path, body) -> new TaskCall.SetTaskStatus(path.task(), taskStatus(path))),
            new Route(
                    "party/" + TASK + "stop/{status}",
                    (path, body) -> new TaskCall.StopTask(
                            path.task(),
                            taskStatus(path),
                            body.path("is_asynchronous").asBoolean(false))),
            new Route(
                    "party/" + TASK + "clean/{content}",
                    (path, body) -> new TaskCall.CleanTask(path.task(), path.get("content"))),
            new Route(
                    "initiator/" + TASK + "report",
                    (path, body) -> new InitiatorCall.Report(path.task(), TaskReport.of(body))),
            new Route(
                    "initiator/" + JOB + "stop/{status}",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new InitiatorCall.StopJob(path.job(), jobStatus(path), body)),
            new Route(
                    "initiator/" + JOB + "rerun",
                    (path, body) ->
                            new InitiatorCall.RerunJob(path.job(), text(body, "component_name"), flag(body, "force"))),
            new Route(
                    "tracker/{job}/{component}/{role}/{party}/output/table",
                    (path, body) -> new SiteCall.OutputTables(path.get("job"), path.get("component"), path.party())),
            new Route(
                    "model/{operation}/do",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new SiteCall.ModelOperation(path.get("operation"), body)),
            new Route("info/common", (path, body) -> new SiteCall.CommonInfo()),
            new Route("version/get", (path, body) -> new SiteCall.Version(text(body, "module"))));

    private WireRoutes() {}

    /** The paths of all calls, as patterns for a web server: {@code /v1/party/{job}/…}. */
    public static List<String> patterns() {
        return ROUTES.stream().map(Route::pattern).toList();
    }

    /**
     * What the body of a call may bring, whatever the values in its path are.
     *
     * @param path with or without a slash at the end
     * @return empty if sites have no such call
     */
    public static Optional<BodyLimit> limit(String path) {
        List<String> segments = Segments.split(path);
        return ROUTES.stream()
                .filter(route -> route.match(segments).isPresent())
                .map(Route::limit)
                .findFirst();
    }

    /**
     * Finds the call.
     *
     * @param path with or without a slash at the end
     * @return empty if sites have no such call
     * @throws WireFormatException if it is a call, but a value in it can't be
     */
    public static Optional<WireCall> parse(String path, ObjectNode body) {
        List<String> segments = Segments.split(path);
        for (Route route : ROUTES) {
            Optional<PathValues> values = route.match(segments);
            if (values.isPresent()) {
                return Optional.of(call(route, values.get(), body));
            }
        }
        return Optional.empty();
    }

    private static WireCall call(Route route, PathValues values, ObjectNode body) {
        try {
            return route.call().of(values, body);
        } catch (IllegalArgumentException e) {
            throw new WireFormatException(route.template() + ": " + e.getMessage());
        }
    }

    private static JobStatus jobStatus(PathValues path) {
        return JobStatus.of(path.get("status"));
    }

    private static TaskStatus taskStatus(PathValues path) {
        return TaskStatus.of(path.get("status"));
    }

    private static @Nullable Boolean flag(ObjectNode body, String name) {
        return body.hasNonNull(name) ? body.path(name).asBoolean() : null;
    }

    private static String text(ObjectNode body, String name) {
        JsonNode value = body.path(name);
        return value.isNull() ? "" : value.asText();
    }
}
