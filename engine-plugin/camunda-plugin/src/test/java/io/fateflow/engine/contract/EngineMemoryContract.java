package io.fateflow.engine.contract;

import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.variable.Variables;
import org.junit.jupiter.api.Test;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What a server keeps in memory of the engine's rows is what they say. */
abstract class EngineMemoryContract extends SiteContract {

    @Test
    void howLongAProcessAndItsStepsTookIsWritten() throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site())) {
            String job = submit(aJob().with("a").with("b", "a"));

            awaitStatus(job, "success");
            for (String table : new String[] {"act_hi_procinst", "act_hi_actinst"}) {
                assertThat(site().jdbc()
                                .query(
                                        "select start_time_, end_time_, duration_ from " + table
                                                + " where end_time_ is not null",
                                        (row, index) -> row.getTimestamp(2).getTime()
                                                - row.getTimestamp(1).getTime()
                                                - row.getLong(3)))
                        .as(table)
                        .hasSizeGreaterThan(4)
                        .containsOnly(0L);
            }
            assertThat(worker.troubles()).isEmpty();
        }
    }

    @Test
    void aDefinitionThatIsSuspendedIsSoonNotStartedByItsIdAnyMore() {
        RepositoryService repository = site().engine().getRepositoryService();
        String id = repository
                .createProcessDefinitionQuery()
                .processDefinitionKey("fate-job")
                .singleResult()
                .getId();
        assertThatThrownBy(() -> startNothing(id)).hasMessageContaining("FFB-");
        repository.suspendProcessDefinitionById(id);

        await().untilAsserted(() -> assertThatThrownBy(() -> startNothing(id)).hasMessageContaining("is suspended"));

        repository.activateProcessDefinitionById(id);
    }

    /** What is to be started is no job. */
    private void startNothing(String definition) {
        site().engine()
                .getRuntimeService()
                .startProcessInstanceById(
                        definition, Variables.putValue("dsl", "{}").putValue("runtimeConf", "{}"));
    }
}
