package io.fateflow.engine.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is true when nothing moves any more: all sites agree, nothing is held, nothing runs, nothing is left unsaid. */
final class RestCheck {

    private static final Map<String, String> NOTHING = new TreeMap<>(Map.of(
            "leases",
            "select kind || ' ' || job_id || ' ' || role || ' ' || task_id from resource_lease",
            "what is leased of nodes",
            "select node_name || ' ' || label from lease_resource",
            "attempts that wait for nodes",
            "select task_id || ' ' || role from placement_queue",
            "nodes whose sums are none",
            "select node_name || ' ' || label from node_resource where leased <> 0 or load <> 0",
            "engines whose leases do not add up",
            "select engine_name from engine_registry where remaining_cores <> cores",
            "executor tasks",
            "select e.business_key_ from act_ru_ext_task t join act_ru_execution e on e.id_ = t.proc_inst_id_",
            "commands without an answer",
            "select job_id || ' ' || role || ' ' || action from party_command where answer_time is null",
            "reports that were not told",
            "select task_id || ' ' || task_version || ' ' || role from task_report where under_way = true",
            "first tries",
            "select handler_cfg_ from act_ru_job where handler_type_ = 'fate-first-try'",
            "processes",
            "select d.key_ || ' ' || e.business_key_ || ' at ' || coalesce((select min(c.act_id_) from act_ru_execution c"
                    + " where c.proc_inst_id_ = e.id_ and c.act_id_ is not null), '?') || coalesce((select ', attempt ' || t.party_status from task t where t.task_id || '|' || t.task_version || '|' || t.role || '|' || t.party_id = e.business_key_), '') from act_ru_execution e join act_re_procdef d on d.id_ ="
                    + " e.proc_def_id_ where e.parent_id_ is null and not (d.key_ = 'fate-job' and exists (select 1"
                    + " from act_ru_job j join act_ru_jobdef f on f.id_ = j.job_def_id_ where j.process_instance_id_"
                    + " = e.id_ and f.act_id_ = 'await_operator' and j.retries_ = 0))"));

    /** Of whom the policy has asked. */
    private static final Map<String, String> NOTHING_OF_OWNERS = new TreeMap<>(Map.of(
            "consents that nobody decides about",
            "select job_id || ' ' || role || ' ' || state from consent where state = 'asked'",
            "attempts of jobs that an owner has refused",
            "select c.job_id || ' ' || t.task_id || ' ' || c.state from consent c join task t on t.job_id = c.job_id and"
                    + " t.role = c.role and t.party_id = c.party_id where c.state in ('refused', 'expired') and"
                    + " t.start_time is not null"));

    private final List<SimulatedSite> sites;
    private final List<SimulatedJobs.Submitted> jobs;
    private final List<String> wrong = new ArrayList<>();

    RestCheck(List<SimulatedSite> sites, List<SimulatedJobs.Submitted> jobs) {
        this.sites = sites;
        this.jobs = jobs;
    }

    /** One sentence for each thing that is wrong. */
    List<String> wrong() {
        for (SimulatedSite site : sites) {
            look(site, NOTHING);
            look(site, NOTHING_OF_OWNERS);
        }
        jobs.forEach(this::agree);
        return wrong;
    }

    private void look(SimulatedSite site, Map<String, String> nothing) {
        nothing.forEach((what, sql) -> site.jdbc()
                .queryForList(sql, String.class)
                .forEach(row -> wrong.add("%s at %d: %s".formatted(what, site.partyId(), row))));
    }

    private void agree(SimulatedJobs.Submitted job) {
        String status = status(job.site(), job.jobId());
        if (!List.of("success", "failed", "canceled", "timeout").contains(status)) {
            wrong.add("%s is %s at its initiator: %s".formatted(job.jobId(), status, reason(job)));
        }
        if (status.equals("failed") && reason(job).isEmpty()) {
            wrong.add("nobody is told why %s failed".formatted(job.jobId()));
        }
        for (SimulatedSite site : sites) {
            String there = status(site, job.jobId());
            if (!there.equals(status) && !(List.of("", "failed").contains(there) && hasRefused(job, site))) {
                wrong.add(
                        "%s is %s at its initiator and %s at %d".formatted(job.jobId(), status, there, site.partyId()));
            }
            if (status.equals("success")) {
                haveConsented(job, site);
                haveSucceeded(job, site);
            }
        }
    }

    /** What was granted until the end may have been withdrawn between that and here. */
    private void haveConsented(SimulatedJobs.Submitted job, SimulatedSite site) {
        site.jdbc()
                .queryForList(
                        "select role || ' ' || state from consent where job_id = ? and state not in ('granted',"
                                + " 'withdrawn')",
                        String.class,
                        job.jobId())
                .forEach(consent -> wrong.add("%s is a success, but at %d the consent of %s"
                        .formatted(job.jobId(), site.partyId(), consent)));
    }

    private void haveSucceeded(SimulatedJobs.Submitted job, SimulatedSite site) {
        site.jdbc()
                .queryForList(
                        "select component_name || ' ' || role || ' ' || party_status from task t where job_id = ? and"
                                + " party_status <> 'success' and not exists (select 1 from task n where n.task_id ="
                                + " t.task_id and n.role = t.role and n.task_version > t.task_version)",
                        String.class,
                        job.jobId())
                .forEach(task ->
                        wrong.add("%s is a success, but at %d: %s".formatted(job.jobId(), site.partyId(), task)));
    }

    private static String status(SimulatedSite site, String jobId) {
        return String.join(
                "+", site.jdbc().queryForList("select distinct status from job where job_id = ?", String.class, jobId));
    }

    private static String reason(SimulatedJobs.Submitted job) {
        return String.join(
                "",
                job.site()
                        .jdbc()
                        .queryForList(
                                "select coalesce(wait_reason, error_report) from job where job_id = ? and is_initiator = true",
                                String.class,
                                job.jobId()));
    }

    /**
     * The party never was in the job: it said so, or nobody asked before the job ended. One that made the job at a first try
     * whose answer was lost, and refused the second, keeps a row that waits for nothing and holds nothing.
     */
    private static boolean hasRefused(SimulatedJobs.Submitted job, SimulatedSite site) {
        return !job.site()
                .jdbc()
                .queryForList(
                        "select retcode from party_command where job_id = ? and party_id = ? and action = 'create'"
                                + " and task_id = '' and retcode not in (0, 10)",
                        Integer.class,
                        job.jobId(),
                        Long.toString(site.partyId()))
                .isEmpty();
    }
}
