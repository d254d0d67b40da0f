package io.fateflow.bpmn;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** What is always true of a site's rows. */
final class Invariants {

    private Invariants() {}

    /** Nothing runs any more, and nothing is held. */
    static void assertNothingIsLeft(TestSite site) {
        assertRemainingIsTotalMinusLeases(site);
        JdbcTemplate jdbc = site.jdbc();
        assertThat(jdbc.queryForList(
                        "select l.* from resource_lease l where not exists (select 1 from job j where j.job_id = l.job_id"
                                + " and j.status in ('waiting', 'running'))"))
                .as("leases of ended jobs")
                .isEmpty();
        assertThat(site.engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .processDefinitionKey("fate-party-task")
                        .count())
                .as("party tasks that nobody waits for")
                .isZero();
    }

    static void assertRemainingIsTotalMinusLeases(TestSite site) {
        JdbcTemplate jdbc = site.jdbc();
        assertThat(jdbc.queryForList("select engine_name from engine_registry e where cores - remaining_cores <>"
                        + " (select coalesce(sum(cores), 0) from resource_lease where kind = 'job'"
                        + " and engine_name = e.engine_name)"))
                .as("engines whose leases do not add up")
                .isEmpty();
        assertThat(jdbc.queryForList("select job_id, role, party_id from job j where resource_in_use = true"
                        + " and cores - remaining_cores <> (select coalesce(sum(cores), 0) from resource_lease"
                        + " where kind = 'task' and job_id = j.job_id and role = j.role and party_id = j.party_id)"))
                .as("jobs whose tasks' leases do not add up")
                .isEmpty();
        assertThat(jdbc.queryForList("select job_id from job j where is_initiator = true"
                        + " and gate_slots - remaining_gate_slots <> (select coalesce(sum(slots), 0)"
                        + " from resource_lease where kind = 'gate' and job_id = j.job_id)"))
                .as("jobs whose gate does not add up")
                .isEmpty();
    }
}
