package io.fateflow.engine.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.camunda.bpm.engine.RuntimeService;

import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobSubmission;

/** The users of a run: they submit jobs, stop them, run them again, suspend and resume them. */
final class SimulatedJobs {

    private static final String DSL = """
            {"components": {
             %s
             %s
             "then_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["first_0.data"]}},
                        "output": {"data": ["data"], "model": ["model"]}}}}""";
    private static final String FIRST =
            "\"first_0\": {\"module\": \"DataTransform\", \"output\": {\"data\": [\"data\"]}},";
    private static final String FIRST_OF_TABLES = """
            "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
            "first_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                        "output": {"data": ["data"]}},""";
    private static final String TABLES = """
            , "role": {"guest": {"0": {"reader_0": {"table": {"namespace": "bank", "name": "customers"}}}},
                       "host": {"0": {"reader_0": {"table": {"namespace": "hospital", "name": "patients"}}}}}""";
    private static final String BESIDE =
            "\"side_0\": {\"module\": \"DataTransform\", \"output\": {\"data\": [\"data\"]}},";
    private static final String CONF = """
            {"dsl_version": 2,
             "initiator": {"role": "guest", "party_id": %d},
             "role": {"guest": [%d], "host": [%d], "arbiter": [%d]},
             "job_parameters": {"common": {"federated_mode": "MULTIPLE", "task_cores": %d, "auto_retries": %d,
               "task_parallelism": %d, "federated_status_collect_type": "%s"%s}},
             "component_parameters": {"common": {%s}%s}}""";

    /** What the policy of all sites goes by. */
    private static final List<String> PURPOSES =
            List.of("", ", \"purpose\": \"ask the host\"", ", \"purpose\": \"ask all\"");

    private static final List<String> DEMANDS = List.of(
            "",
            ", \"resources\": {\"GPU\": 0.5}",
            ", \"resources\": {\"GPU\": 1}",
            ", \"resources\": {\"GPU\": 0.25, \"memory\": 4}, \"placement\": \"spread\"",
            ", \"resources\": {\"GPU\": 2}");

    /** What some components want beside that: gangs of different sizes. */
    private static final List<String> OWN_DEMANDS = List.of(
            "",
            "\"first_0\": {\"resources\": {\"GPU\": 2}}",
            "\"then_0\": {\"resources\": {\"GPU\": 1, \"memory\": 4}}");

    private final SimulatedSites sites;
    private final Storm storm;
    private final Trace trace;
    private final Crashes crashes;
    private final List<Submitted> submitted = new ArrayList<>();
    private int acts;
    private boolean wantsNodes;
    private boolean readsTables;

    /** A job that was accepted. */
    record Submitted(String jobId, SimulatedSite site) {}

    SimulatedJobs(SimulatedSites sites, Storm storm, Trace trace, Crashes crashes) {
        this.sites = sites;
        this.storm = storm;
        this.trace = trace;
        this.crashes = crashes;
        this.acts = storm.below(4);
    }

    /** From now on some want something of nodes. */
    void wantNodes() {
        wantsNodes = true;
    }

    /** From now on they read tables, of which some site's owner is asked. */
    void readTables() {
        readsTables = true;
    }

    List<Submitted> all() {
        return submitted;
    }

    /** While a job is being accepted all is well: its parties are asked first. */
    void submit(long initiator) {
        boolean blew = storm.isBlowing();
        storm.blow(false);
        try {
            SimulatedSite site = sites.at(initiator);
            // or two sites make the same id
            sites.clock().advance(storm.upTo(Duration.ofSeconds(1)));
            long other = initiator == SimulatedSites.GUEST ? SimulatedSites.HOST : SimulatedSites.GUEST;
            String conf = CONF.formatted(
                    initiator,
                    initiator,
                    other,
                    SimulatedSites.ARBITER,
                    storm.pick(List.of(4, 12)),
                    storm.pick(List.of(0, 0, 1)),
                    storm.pick(List.of(1, 2)),
                    storm.pick(List.of("PUSH", "PUSH", "PULL")),
                    (wantsNodes ? storm.pick(DEMANDS) : "") + (readsTables ? storm.pick(PURPOSES) : ""),
                    wantsNodes ? storm.pick(OWN_DEMANDS) : "",
                    readsTables ? TABLES : "");
            String dsl = DSL.formatted(readsTables ? FIRST_OF_TABLES : FIRST, storm.chance(0.3) ? BESIDE : "");
            String jobId = site.on(() -> site.parts().jobs().submit(new JobSubmission(dsl, conf, "alice")))
                    .jobId();
            submitted.add(new Submitted(jobId, site));
            trace.name(jobId, "J" + submitted.size());
            trace.add("submitted: " + jobId + " at " + initiator);
        } catch (JobRejectedException e) {
            trace.add("rejected: " + e.getMessage());
        } finally {
            storm.blow(blew);
        }
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        if (acts <= 0 || !storm.isBlowing()) {
            return steps;
        }
        if (submitted.size() < 2) {
            steps.add(new Step(
                    "somebody submits",
                    1,
                    () -> submit(storm.pick(List.of(SimulatedSites.GUEST, SimulatedSites.HOST)))));
        }
        for (Submitted job : submitted) {
            add(steps, job, "stops", jobs -> jobs.stop(job.jobId(), "canceled"));
            add(steps, job, "reruns", jobs -> jobs.rerun(job.jobId(), List.of(), storm.chance(0.3)));
            add(steps, job, "suspends", jobs -> inTheEngine(job, true) || jobs.suspend(job.jobId()));
            add(steps, job, "resumes", jobs -> inTheEngine(job, false) || jobs.resume(job.jobId()));
        }
        return steps;
    }

    private void add(List<Step> steps, Submitted job, String what, java.util.function.Function<JobCommands, ?> act) {
        steps.add(new Step("somebody " + what + " " + job.jobId(), 1, () -> {
            acts--;
            act(job, act);
        }));
    }

    /** Whether it is done to one of the job's process instances, whichever. */
    private boolean inTheEngine(Submitted job, boolean suspend) {
        if (!storm.hits(Fault.INSTANCE_SUSPENDED)) {
            return false;
        }
        RuntimeService runtime = job.site().engine().getRuntimeService();
        List<String> instances = job.site()
                .jdbc()
                .queryForList(
                        "select e.id_ from act_ru_execution e join act_ru_execution r on r.id_ = e.root_proc_inst_id_"
                                + " join act_re_procdef d on d.id_ = e.proc_def_id_ where e.parent_id_ is null"
                                + " and (d.key_ in ('fate-job', 'fate-task', 'fate-party-task')"
                                + " or d.key_ like 'fate-dag%') and (r.business_key_ = ? or r.business_key_ like ?)"
                                + " order by length(e.id_), e.id_",
                        String.class, job.jobId(), job.jobId() + "_%");
        if (instances.isEmpty()) {
            return false;
        }
        String instance = storm.pick(instances);
        trace.add("  in the engine");
        if (suspend) {
            runtime.suspendProcessInstanceById(instance);
        } else {
            runtime.activateProcessInstanceById(instance);
        }
        return true;
    }

    private void act(Submitted job, java.util.function.Function<JobCommands, ?> act) {
        try {
            Object result = crashes.risk(job.site(), () -> job.site()
                    .on(() -> act.apply(job.site().parts().jobs())));
            trace.add("  " + result);
        } catch (JobStateException e) {
            trace.add("  refused: " + e.getMessage());
        }
    }

    /** Nobody keeps a job from ending. */
    void resumeAll() {
        submitted.forEach(job -> job.site().on(() -> job.site().parts().jobs().resume(job.jobId())));
    }
}
