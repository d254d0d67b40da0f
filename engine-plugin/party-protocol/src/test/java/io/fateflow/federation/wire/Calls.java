package io.fateflow.federation.wire;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;

/** One of every call there is. */
final class Calls {

    static final JobAddress JOB = new JobAddress("202601021530450000010", new Party("host", 10000));
    static final TaskAddress TASK =
            new TaskAddress(JOB.jobId(), "a_0", JOB.jobId() + "_a_0", 1, new Party("host", 10000));

    private Calls() {}

    static List<WireCall> all() {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("name", "Größe").put("progress", 33.5);
        return List.of(
                new JobCall.CreateJob(JOB, body),
                new JobCall.Preflight(JOB, body),
                new JobCall.CheckInheritance(JOB),
                new JobCall.CheckRerun(JOB),
                new JobCall.CheckDependence(JOB),
                new JobCall.ApplyResource(JOB),
                new JobCall.ReturnResource(JOB),
                new JobCall.StartJob(JOB, body),
                JobCall.heartbeat(JOB, new JobAddress(JOB.jobId(), new Party("guest", 9999))),
                JobCall.progress(JOB, new JobAddress(JOB.jobId(), new Party("guest", 9999)), 100),
                new JobCall.UpdateParameters(JOB, body),
                new JobCall.SetJobStatus(JOB, JobStatus.WAITING, body),
                new JobCall.SaveModel(JOB),
                new JobCall.StopJob(JOB, JobStatus.CANCELED),
                new JobCall.CleanJob(JOB, body),
                new TaskCall.CreateTask(TASK, body),
                new TaskCall.StartTask(TASK, "alice"),
                new TaskCall.ReportByExecutor(TASK, body),
                new TaskCall.UpdateTask(TASK, body),
                new TaskCall.CollectTask(TASK),
                new TaskCall.SetTaskStatus(TASK, TaskStatus.RUNNING),
                new TaskCall.StopTask(TASK, TaskStatus.FAILED, true),
                new TaskCall.StopTask(TASK, TaskStatus.FAILED, false),
                new TaskCall.CleanTask(TASK, "metrics"),
                new TaskCall.CleanTask(TASK, "table"),
                new PartyCommands(
                        JOB,
                        List.of(
                                new PartyCommands.Numbered(7, new TaskCall.SetTaskStatus(TASK, TaskStatus.RUNNING)),
                                new PartyCommands.Numbered(8, new TaskCall.StartTask(TASK, "alice")))),
                new InitiatorCall.Report(TASK, new TaskReport(TaskStatus.RUNNING, 5L, 6L, null, null, "")),
                new InitiatorCall.StopJob(JOB, JobStatus.FAILED, body),
                new InitiatorCall.RerunJob(JOB, "a_0", true),
                new InitiatorCall.RerunJob(JOB, "", null),
                new SiteCall.OutputTables(JOB.jobId(), "a_0", JOB.party()),
                new SiteCall.ModelOperation("deploy", body),
                new SiteCall.CommonInfo(),
                new SiteCall.ExchangeHead(body),
                new SiteCall.Version("FATE"));
    }
}
