package io.fateflow.operations.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

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
        jdbc.query(
                "select job_id, role, party_id, task_id, task_version, component_name, party_status, wait_reason from task"
                        + " where job_id in (:jobs) and party_status in ('waiting', 'running') and end_time is null"
                        + " order by wait_since, component_name, role, party_id",
                Map.of("jobs", jobs),
                row -> {
                    String job = row.getString(1);
                    if (row.getString(7).equals("running")) {
                        busy.add(job);
                    }
                    LeaseKey attempt = LeaseKey.task(
                            job, Party.of(row.getString(2), row.getString(3)), row.getString(4), row.getInt(5));
                    String ofNode = nodes.get(attempt);
                    String reason = ofNode == null ? row.getString(8) : ofNode;
                    if (reason != null) {
                        reasons.putIfAbsent(
                                job,
                                "%s at %s %s: %s"
                                        .formatted(row.getString(6), row.getString(2), row.getString(3), reason));
                    }
                });
        reasons.keySet().removeAll(busy);
        return reasons;
    }
}
