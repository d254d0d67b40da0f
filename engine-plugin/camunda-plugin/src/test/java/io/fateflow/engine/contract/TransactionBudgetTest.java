package io.fateflow.engine.contract;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A component with P parties on this site costs 2 + P writing transactions when the parties' attempts are fetched
 * together and its server takes the step that starts it with the transaction before, and never more than 2 + 2P. Its rows are read to be locked twice when it starts, and once by each report: what a
 * step has locked it passes on. Counted on the data source, so it holds on any machine.
 */
final class TransactionBudgetTest {

    private static final int COMPONENTS = 20;
    private static final int PARTIES = 2;
    private static final int JOB_ITSELF = 12;

    @ParameterizedTest
    @EnumSource(Database.class)
    void aChainStaysInsideTheBudget(Database database) throws InterruptedException {
        CountedTransactions counted = new CountedTransactions();
        try (TestSite site = TestSite.watched(database, counted::around);
                TestWorker worker = TestWorker.succeeding(site)) {
            run(site);
            int before = counted.writing();
            int locksBefore = counted.taskLocks();

            run(site);

            assertThat(counted.writing() - before)
                    .as("writing transactions of a job of %d components", COMPONENTS)
                    .isBetween(COMPONENTS * (2 + PARTIES), COMPONENTS * (2 + 2 * PARTIES) + JOB_ITSELF);
            assertThat(counted.taskLocks() - locksBefore)
                    .as("reads that lock rows of tasks, of a job of %d components", COMPONENTS)
                    .isLessThanOrEqualTo(COMPONENTS * (2 + PARTIES) + JOB_ITSELF);
            assertThat(worker.troubles()).isEmpty();
        }
    }

    private static void run(TestSite site) {
        String job = site.jobs().submit(aJob().chainOf(COMPONENTS).submission()).jobId();
        await().atMost(Duration.ofSeconds(60)).until(() -> "success".equals(status(site, job)));
    }

    private static String status(TestSite site, String job) {
        return site.jdbc().queryForObject("select min(status) from job where job_id = ?", String.class, job);
    }
}
