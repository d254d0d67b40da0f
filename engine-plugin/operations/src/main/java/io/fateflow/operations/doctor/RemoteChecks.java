package io.fateflow.operations.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.federation.wire.JobAddress;

/** What other sites are asked, or may ask, has a process that sees to it; and such a process has something to see to. */
final class RemoteChecks {

    private static final String INSTANCES =
            " from act_ru_execution e join act_re_procdef d on d.id_ = e.proc_def_id_ where e.parent_id_ is null"
                    + " and d.key_ = '%s'";
    /** It waits for the end; in a step of its own it may just be finding out that this has come. */
    private static final String WAITS = " and exists (select 1 from act_ru_event_subscr s"
            + " where s.proc_inst_id_ = e.id_ and s.event_name_ = 'nobody needs to ask')";

    private static final String COMMAND_NAME = "case when c.task_id = '' then c.action"
            + " else c.component_name || '/' || c.task_version || '/' || c.action end";
    private static final String COMMAND_KEY =
            "c.job_id || '|' || c.role || '|' || c.party_id || '|' ||" + " c.command_number || '|' || " + COMMAND_NAME;
    private static final String ATTEMPT_KEY =
            "t.task_id || '|' || t.task_version || '|' || t.role || '|' || t.party_id";
    private static final String AWAITED = " t.status = 'running' and t.party_status in ('waiting', 'running')";
    private static final String JOB_KEY = "j.job_id || '|' || j.role || '|' || j.party_id";

    private RemoteChecks() {}

    static List<Check> all() {
        return List.of(notSent(), sentInVain(), notCollected(), collectedInVain(), notWatched(), watchedInVain());
    }

    /** Of a job's commands to one party only the oldest is under way. */
    private static Check notSent() {
        return Check.of(
                Rule.COMMAND_STUCK,
                "select c.job_id, c.role, c.party_id, c.command_number, " + COMMAND_NAME + " from party_command c"
                        + " where c.answer_time is null and not exists (select 1 from party_command h"
                        + " where h.job_id = c.job_id and h.role = c.role and h.party_id = c.party_id"
                        + " and h.answer_time is null and h.command_number < c.command_number)"
                        + " and not exists (select 1" + INSTANCES.formatted("fate-command")
                        + " and e.business_key_ = " + COMMAND_KEY + ") order by c.command_number",
                (row, number) -> Finding.of(
                        Rule.COMMAND_STUCK,
                        "command %d of job %s".formatted(row.getLong(4), row.getString(1)),
                        "%s %s is to be told %s, and no process does it"
                                .formatted(row.getString(2), row.getString(3), row.getString(5)),
                        new Repair.SendCommand(
                                new CommandKey(row.getString(1), party(row), row.getLong(4), row.getString(5)))));
    }

    private static Check sentInVain() {
        return inVain(
                "fate-command",
                "",
                "party_command c where c.answer_time is null and e.business_key_ = " + COMMAND_KEY,
                "its command has been answered, or is not known");
    }

    private static Check notCollected() {
        return Check.of(
                Rule.NOT_COLLECTED,
                "select t.job_id, t.task_id, t.task_version, t.role, t.party_id from task t where" + AWAITED
                        + " and t.run_on_this_party = false and exists (select 1 from job i where i.job_id = t.job_id"
                        + " and i.is_initiator = true) and not exists (select 1" + INSTANCES.formatted("fate-collect")
                        + " and e.business_key_ = " + ATTEMPT_KEY + ") order by t.task_id, t.task_version, t.role,"
                        + " t.party_id",
                (row, number) -> Finding.of(
                        Rule.NOT_COLLECTED,
                        ProcessChecks.attempt(row),
                        "it runs on another site, and no process asks how it is doing",
                        new Repair.Collect(row.getString(1), ProcessChecks.key(row))));
    }

    private static Check collectedInVain() {
        return inVain(
                "fate-collect",
                WAITS,
                "task t where" + AWAITED + " and e.business_key_ = " + ATTEMPT_KEY,
                "its attempt has ended, or is not known");
    }

    private static Check notWatched() {
        return Check.of(
                Rule.NOT_WATCHED,
                "select j.job_id, j.role, j.party_id, j.status, j.initiator_party_id, l.cores from job j"
                        + " join resource_lease l on l.kind = 'job' and l.job_id = j.job_id and l.role = j.role"
                        + " and l.party_id = j.party_id where j.status in ('ready', 'waiting', 'running')"
                        + " and not exists (select 1 from job i where i.job_id = j.job_id and i.is_initiator = true)"
                        + " and not exists (select 1" + INSTANCES.formatted("fate-foreign-job")
                        + " and e.business_key_ = " + JOB_KEY + ") order by j.job_id, j.role, j.party_id",
                (row, number) -> Finding.of(
                        Rule.NOT_WATCHED,
                        LeaseChecks.party(row),
                        "it is %s, holds %s cores for party %s, and no process looks after it"
                                .formatted(row.getString(4), row.getBigDecimal(6), row.getString(5)),
                        new Repair.Watch(new JobAddress(row.getString(1), party(row)))));
    }

    private static Check watchedInVain() {
        return inVain(
                "fate-foreign-job",
                WAITS,
                "job j where j.status in ('ready', 'waiting', 'running') and e.business_key_ = " + JOB_KEY,
                "its job has ended here, or is not known");
    }

    private static Check inVain(String definition, String condition, String served, String what) {
        return Check.of(
                Rule.PROCESS_IN_VAIN,
                "select e.business_key_, e.id_, d.key_" + INSTANCES.formatted(definition) + condition
                        + " and not exists (select 1 from " + served + ") order by e.id_",
                (row, number) -> ProcessChecks.process(Rule.PROCESS_IN_VAIN, row, what));
    }

    private static Party party(ResultSet row) throws SQLException {
        return Party.of(row.getString(2), row.getString(3));
    }
}
