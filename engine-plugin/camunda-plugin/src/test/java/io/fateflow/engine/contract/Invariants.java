package io.fateflow.engine.contract;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Severity;

import static org.assertj.core.api.Assertions.assertThat;

/** What is always true of a site's rows: whatever the doctor calls an error is none of the tests' doing. */
final class Invariants {

    private Invariants() {}

    /** Nothing runs any more, and nothing is held. */
    static void assertNothingIsLeft(TestSite site) {
        assertSound(site);
        assertThat(site.jdbc()
                        .queryForList("select l.* from resource_lease l where not exists (select 1 from job j"
                                + " where j.job_id = l.job_id and j.status in ('waiting', 'running'))"))
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

    static void assertSound(TestSite site) {
        assertThat(site.doctor().look())
                .filteredOn(finding -> finding.rule().severity() == Severity.ERROR)
                .extracting(Finding::toString)
                .isEmpty();
    }
}
