package io.fateflow.engine.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.status.TransitionTable;

/** Looks at all statuses after each step: they move along the tables only. */
final class StatusWatch {

    private static final String ABANDONED = "abandoned ";

    private static final String JOBS = "select job_id || ' at ' || role || ' ' || party_id,"
            + " case when abandoned = true then '" + ABANDONED + "' else '' end || status from job";

    private static final String TASKS =
            "select task_id || '|' || task_version || '|' || role || '|' || party_id, status, party_status from task";

    private final Map<String, String> seen = new HashMap<>();
    private final Map<Long, Long> looked = new HashMap<>();

    void look(List<SimulatedSite> sites) {
        for (SimulatedSite site : sites) {
            Long uses = site.crashing().uses();
            if (uses.equals(looked.put(site.partyId(), uses))) {
                continue;
            }
            site.jdbc().query(JOBS, row -> {
                see(site, row.getString(1), row.getString(2), StatusWatch::mayJob);
            });
            site.jdbc().query(TASKS, row -> {
                see(site, row.getString(1) + " as a whole", row.getString(2), StatusWatch::mayTask);
                see(site, row.getString(1), row.getString(3), StatusWatch::mayTask);
            });
        }
    }

    private interface Rule {
        boolean allows(String from, String to);
    }

    private void see(SimulatedSite site, String what, String now, Rule rule) {
        String key = site.partyId() + ": " + what;
        String before = seen.put(key, now);
        if (before != null && !before.equals(now) && !rule.allows(before, now)) {
            throw new Violation("%s was %s and is %s".formatted(key, before, now));
        }
    }

    /** A job that was given up without its initiator's word has not come to its end yet. */
    private static boolean mayJob(String from, String to) {
        JobStatus before = jobStatus(from);
        JobStatus now = jobStatus(to);
        return before == now
                || may(JobStatus.transitions(), before, now)
                || (from.startsWith(ABANDONED) && may(JobStatus.transitions(), JobStatus.RUNNING, now));
    }

    private static JobStatus jobStatus(String text) {
        return JobStatus.of(text.startsWith(ABANDONED) ? text.substring(ABANDONED.length()) : text);
    }

    private static boolean mayTask(String from, String to) {
        return may(TaskStatus.transitions(), TaskStatus.of(from), TaskStatus.of(to));
    }

    /** One step may be two moves, but not through an end. */
    private static <S extends Enum<S>> boolean may(TransitionTable<S> table, S from, S to) {
        return table.allows(from, to)
                || table.allowedFrom(from).stream()
                        .filter(between -> !isEnd(between))
                        .anyMatch(between -> table.allows(between, to));
    }

    private static boolean isEnd(Enum<?> status) {
        return status instanceof JobStatus ofJob ? ofJob.isEnd() : ((TaskStatus) status).isEnd();
    }
}
