package io.fateflow.operations.doctor;

import java.util.List;
import java.util.Map;

import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.federation.wire.JobAddress;

/** What other sites are asked, or may ask, has a process that sees to it; and such a process has something to see to. */
final class RemoteChecks {

    /** It waits for the end; in a step of its own it may just be finding out that this has come. */
    private static final String WAITS = """
            and exists (
                select 1
                from act_ru_event_subscr s
                where s.proc_inst_id_ = e.id_ and s.event_name_ = 'nobody needs to ask')""";

    private static final String COMMAND_NAME = """
            case when c.task_id = '' then c.action
                else c.component_name || '/' || c.task_version || '/' || c.action end""";

    private static final String COMMAND_KEY =
            "c.job_id || '|' || c.role || '|' || c.party_id || '|' || c.command_number || '|' || " + COMMAND_NAME;

    private static final String AWAITED = "t.status = 'running' and t.party_status in ('waiting', 'running')";
    private static final String JOB_KEY = "j.job_id || '|' || j.role || '|' || j.party_id";

    private static final String NOT_SENT = """
            select c.job_id, c.role, c.party_id, c.command_number, %s as command_name
            from party_command c
            where c.answer_time is null
                and not exists (
                    select 1
                    from party_command h
                    where h.job_id = c.job_id and h.role = c.role and h.party_id = c.party_id
                        and h.answer_time is null and h.command_number < c.command_number)
                and not %s
            order by c.command_number
            """.formatted(COMMAND_NAME, CheckSql.isTold("fate-command", COMMAND_KEY));

    private static final String NOT_COLLECTED = """
            select t.job_id, t.task_id, t.task_version, t.role, t.party_id
            from task t
            where %s and t.run_on_this_party = false and %s and not %s and not %s
            order by t.task_id, t.task_version, t.role, t.party_id
            """.formatted(
                    AWAITED,
                    CheckSql.initiatedHere("t"),
                    CheckSql.hasProcess("fate-collect", "t.job_id"),
                    CheckSql.hasProcess("fate-collect", CheckSql.attemptKey("t")));

    private static final String NOT_WATCHED = """
            select j.job_id, j.role, j.party_id, j.status, j.initiator_party_id, l.cores
            from job j
            join resource_lease l on l.kind = 'job' and %s
            where j.status in %s and not %s and not %s
            order by j.job_id, j.role, j.party_id
            """.formatted(
                    CheckSql.OWNER,
                    CheckSql.OPEN,
                    CheckSql.initiatedHere("j"),
                    CheckSql.hasProcess("fate-foreign-job", JOB_KEY));

    /** Instances of a definition, with a condition on them, that serve none of some rows. */
    private static final String IN_VAIN = """
            select %s
            %s and d.key_ = :definition
                %s
                and not exists (select 1 from %s)
            order by e.id_
            """;

    private RemoteChecks() {}

    static List<Check> all() {
        return List.of(
                notSent(),
                sentInVain(),
                notCollected(),
                collectedInVain(),
                jobCollectedInVain(),
                notWatched(),
                watchedInVain());
    }

    /** Of a job's commands to one party only the oldest is under way. */
    private static Check notSent() {
        return Check.of(Rule.COMMAND_STUCK, NOT_SENT, (row, number) -> {
            CommandKey command = new CommandKey(
                    row.getString("job_id"),
                    CheckSql.party(row),
                    row.getLong("command_number"),
                    row.getString("command_name"));
            return Finding.of(
                    Rule.COMMAND_STUCK,
                    "command %d of job %s".formatted(row.getLong("command_number"), row.getString("job_id")),
                    "%s %s is to be told %s, and no process does it"
                            .formatted(row.getString("role"), row.getString("party_id"), row.getString("command_name")),
                    new Repair.SendCommand(command));
        });
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
                NOT_COLLECTED,
                (row, number) -> Finding.of(
                        Rule.NOT_COLLECTED,
                        CheckSql.attempt(row),
                        "it runs on another site, and no process asks how it is doing",
                        new Repair.Collect(row.getString("job_id"))));
    }

    private static Check collectedInVain() {
        return inVain(
                "fate-collect",
                WAITS + " and e.business_key_ like '%|%'",
                "task t where " + AWAITED + " and e.business_key_ = " + CheckSql.attemptKey("t"),
                "its attempt has ended, or is not known");
    }

    private static Check jobCollectedInVain() {
        return inVain(
                "fate-collect",
                WAITS + " and e.business_key_ not like '%|%'",
                "job j where j.status in " + CheckSql.OPEN
                        + " and j.is_initiator = true and e.business_key_ = j.job_id",
                "its job has ended, or is not known");
    }

    private static Check notWatched() {
        return Check.of(
                Rule.NOT_WATCHED,
                NOT_WATCHED,
                (row, number) -> Finding.of(
                        Rule.NOT_WATCHED,
                        CheckSql.jobAtParty(row),
                        "it is %s, holds %s cores for party %s, and no process looks after it"
                                .formatted(
                                        row.getString("status"),
                                        row.getBigDecimal("cores"),
                                        row.getString("initiator_party_id")),
                        new Repair.Watch(new JobAddress(row.getString("job_id"), CheckSql.party(row)))));
    }

    private static Check watchedInVain() {
        return inVain(
                "fate-foreign-job",
                WAITS,
                "job j where j.status in " + CheckSql.OPEN + " and e.business_key_ = " + JOB_KEY,
                "its job has ended here, or is not known");
    }

    private static Check inVain(String definition, String condition, String served, String what) {
        return new Check(
                Rule.PROCESS_IN_VAIN,
                IN_VAIN.formatted(ProcessChecks.COLUMNS, CheckSql.INSTANCES, condition, served),
                Map.of("definition", definition),
                (row, number) -> ProcessChecks.process(Rule.PROCESS_IN_VAIN, row, what));
    }
}
