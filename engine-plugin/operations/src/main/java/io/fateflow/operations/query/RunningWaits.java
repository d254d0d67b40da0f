package io.fateflow.operations.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;

/** Why jobs that run stand still: all of their attempts at this site's parties wait. */
final class RunningWaits {

    private final NamedParameterJdbcTemplate jdbc;
    private final NodeWaits waits;

    RunningWaits(NamedParameterJdbcTemplate jdbc, NodeWaits waits) {
        this.jdbc = jdbc;
        this.waits = waits;
    }

    /** Of jobs without an attempt that runs: what the attempt that has waited longest says. */
    Map<String, String> of(Collection<String> jobs) {
        if (jobs.isEmpty()) {
            return Map.of();
        }
        Map<LeaseKey, String> nodes = waits.of(jobs);
        Map<String, String> reasons = new HashMap<>();
        Set<String> busy = new HashSet<>();
        RowCallbackHandler reader = row -> {
            String job = row.getString("job_id");
            if (row.getString("party_status").equals("running")) {
                busy.add(job);
            }
            Party party = Party.of(row.getString("role"), row.getString("party_id"));
            LeaseKey attempt = LeaseKey.task(job, party, row.getString("task_id"), row.getInt("task_version"));
            String reason = nodes.getOrDefault(attempt, row.getString("wait_reason"));
            if (reason != null) {
                reasons.putIfAbsent(
                        job,
                        "%s at %s %s: %s"
                                .formatted(
                                        row.getString("component_name"),
                                        party.role(),
                                        row.getString("party_id"),
                                        reason));
            }
        };
        jdbc.query("""
                select job_id, role, party_id, task_id, task_version, component_name, party_status, wait_reason
                from task
                where job_id in (:jobs) and party_status in ('waiting', 'running') and end_time is null
                order by wait_since, component_name, role, party_id
                """, Map.of("jobs", jobs), reader);
        reasons.keySet().removeAll(busy);
        return reasons;
    }
}
