package io.fateflow.federation.wire;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;

/**
 * The paths of all calls, for those who call, and for both transports that are called. What the path says wins over the same
 * keys in the body.
 */
public final class WireRoutes {

    private static final String JOB = "{job}/{role}/{party}/";
    private static final String TASK = "{job}/{component}/{task}/{version}/{role}/{party}/";

    private static final List<Route> ROUTES = List.of(
            new Route(
                    JobCall.CreateJob.class,
                    "party/" + JOB + "create",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.CreateJob(path.job(), body)),
            new Route(
                    JobCall.Preflight.class,
                    "party/" + JOB + "preflight",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.Preflight(path.job(), body)),
            new Route(
                    JobCall.CheckInheritance.class,
                    "party/" + JOB + "component/inheritance/check",
                    (path, body) -> new JobCall.CheckInheritance(path.job())),
            new Route(
                    JobCall.CheckRerun.class,
                    "party/" + JOB + "component/rerun/check",
                    (path, body) -> new JobCall.CheckRerun(path.job())),
            new Route(
                    JobCall.CheckDependence.class,
                    "party/" + JOB + "dependence/check",
                    (path, body) -> new JobCall.CheckDependence(path.job())),
            new Route(
                    JobCall.ApplyResource.class,
                    "party/" + JOB + "resource/apply",
                    (path, body) -> new JobCall.ApplyResource(path.job())),
            new Route(
                    JobCall.ReturnResource.class,
                    "party/" + JOB + "resource/return",
                    (path, body) -> new JobCall.ReturnResource(path.job())),
            new Route(
                    JobCall.StartJob.class,
                    "party/" + JOB + "start",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.StartJob(path.job(), body)),
            new Route(
                    JobCall.Align.class, "party/" + JOB + "align", (path, body) -> new JobCall.Align(path.job(), body)),
            new Route(
                    JobCall.UpdateJob.class,
                    "party/" + JOB + "update",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.UpdateJob(path.job(), body)),
            new Route(
                    JobCall.UpdateParameters.class,
                    "party/" + JOB + "parameter/update",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.UpdateParameters(path.job(), body)),
            new Route(
                    JobCall.SetJobStatus.class,
                    "party/" + JOB + "status/{detail}",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new JobCall.SetJobStatus(path.job(), jobStatus(path), body)),
            new Route(
                    JobCall.SaveModel.class,
                    "party/" + JOB + "model",
                    (path, body) -> new JobCall.SaveModel(path.job())),
            new Route(
                    JobCall.StopJob.class,
                    "party/" + JOB + "stop/{detail}",
                    (path, body) -> new JobCall.StopJob(path.job(), jobStatus(path))),
            new Route(
                    JobCall.CleanJob.class,
                    "party/" + JOB + "clean",
                    (path, body) -> new JobCall.CleanJob(path.job(), body)),
            new Route(
                    TaskCall.CreateTask.class,
                    "party/" + TASK + "create",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new TaskCall.CreateTask(path.task(), body)),
            new Route(
                    TaskCall.StartTask.class,
                    "party/" + TASK + "start",
                    (path, body) -> new TaskCall.StartTask(path.task(), text(body, "user_id"))),
            new Route(
                    TaskCall.ReportByExecutor.class,
                    "party/" + TASK + "report",
                    (path, body) -> new TaskCall.ReportByExecutor(path.task(), body)),
            new Route(
                    TaskCall.UpdateTask.class,
                    "party/" + TASK + "update",
                    (path, body) -> new TaskCall.UpdateTask(path.task(), body)),
            new Route(
                    TaskCall.CollectTask.class,
                    "party/" + TASK + "collect",
                    (path, body) -> new TaskCall.CollectTask(path.task())),
            new Route(
                    TaskCall.SetTaskStatus.class,
                    "party/" + TASK + "status/{detail}",
                    (path, body) -> new TaskCall.SetTaskStatus(path.task(), taskStatus(path))),
            new Route(
                    TaskCall.StopTask.class,
                    "party/" + TASK + "stop/{detail}",
                    (path, body) -> new TaskCall.StopTask(
                            path.task(),
                            taskStatus(path),
                            body.path("is_asynchronous").asBoolean(false))),
            new Route(
                    TaskCall.CleanTask.class,
                    "party/" + TASK + "clean/{detail}",
                    (path, body) -> new TaskCall.CleanTask(path.task(), path.detail())),
            new Route(
                    PartyCommands.class,
                    "party/" + JOB + "commands",
                    BodyLimit.DOCUMENT,
                    (path, body) -> PartyCommands.of(path.job(), body)),
            new Route(
                    InitiatorCall.Report.class,
                    "initiator/" + TASK + "report",
                    (path, body) -> new InitiatorCall.Report(path.task(), TaskReport.of(body))),
            new Route(
                    InitiatorCall.StopJob.class,
                    "initiator/" + JOB + "stop/{detail}",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new InitiatorCall.StopJob(path.job(), jobStatus(path), body)),
            new Route(
                    InitiatorCall.RerunJob.class,
                    "initiator/" + JOB + "rerun",
                    (path, body) ->
                            new InitiatorCall.RerunJob(path.job(), text(body, "component_name"), flag(body, "force"))),
            new Route(
                    SiteCall.OutputTables.class,
                    "tracker/{job}/{component}/{role}/{party}/output/table",
                    (path, body) -> new SiteCall.OutputTables(
                            path.get(PathValues.JOB), path.get(PathValues.COMPONENT), path.party())),
            new Route(
                    SiteCall.ModelOperation.class,
                    "model/{detail}/do",
                    BodyLimit.DOCUMENT,
                    (path, body) -> new SiteCall.ModelOperation(path.detail(), body)),
            new Route(SiteCall.CommonInfo.class, "info/common", (path, body) -> new SiteCall.CommonInfo()),
            new Route(
                    SiteCall.ExchangeHead.class,
                    "audit/head/exchange",
                    (path, body) -> new SiteCall.ExchangeHead(body)),
            new Route(
                    SiteCall.Version.class, "version/get", (path, body) -> new SiteCall.Version(text(body, "module"))));

    private static final Map<Class<?>, Route> BY_TYPE =
            ROUTES.stream().collect(Collectors.toMap(Route::type, route -> route));

    private WireRoutes() {}

    /** The path of a call, with its version. */
    static String path(WireCall call) {
        return Segments.path(of(call).filled(call.pathValues()));
    }

    /** What a party is asked, as its path says behind the address: {@code status/waiting}. */
    static String action(PartyCall call) {
        return of(call).action(call.pathValues());
    }

    private static Route of(WireCall call) {
        return Objects.requireNonNull(BY_TYPE.get(call.getClass()), () -> "no route for " + call.getClass());
    }

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
        return JobStatus.of(path.detail());
    }

    private static TaskStatus taskStatus(PathValues path) {
        return TaskStatus.of(path.detail());
    }

    private static @Nullable Boolean flag(ObjectNode body, String name) {
        return body.hasNonNull(name) ? body.path(name).asBoolean() : null;
    }

    private static String text(ObjectNode body, String name) {
        JsonNode value = body.path(name);
        return value.isNull() ? "" : value.asText();
    }
}
