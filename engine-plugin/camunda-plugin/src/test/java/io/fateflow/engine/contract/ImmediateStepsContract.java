package io.fateflow.engine.contract;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;

import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Steps of what runs, at a server that takes no step that is due. */
abstract class ImmediateStepsContract extends SiteContract {

    private String job = "";
    private List<ExecutorTask> first = List.of();

    /** Both parties have their attempts of a, which b follows. */
    @BeforeEach
    void start() throws InterruptedException {
        job = submit(aJob().with("a").with("b", "a"));
        first = fetch(2);
        takeNothing();
    }

    @Test
    void theNextComponentStartsThoughNobodyLooksForWhatIsDue() throws InterruptedException {
        first.forEach(this::complete);

        endsWithTheNext();
    }

    @Test
    void whatIsRolledBackIsNotDoneAndCanBeDoneAfterwards() throws InterruptedException {
        complete(first.get(0));

        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(source()));
        transaction.executeWithoutResult(status -> {
            complete(first.get(1));
            assertThat(stepsOfThisServer()).as("what the test is about").isPositive();
            status.setRollbackOnly();
        });
        assertThat(stepsOfThisServer()).isZero();
        complete(first.get(1));

        endsWithTheNext();
    }

    @Test
    void aStepIsDoneThoughTheAnswerToItsCommitWasLost() throws InterruptedException {
        complete(first.get(0));

        TransactionTemplate transaction = new TransactionTemplate(new DeafTransactionManager(source()));
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> complete(first.get(1))))
                .isInstanceOf(TransactionSystemException.class);

        endsWithTheNext();
    }

    /** However many are woken at a time: what runs has places. */
    @Test
    void whatIsAdmittedLeavesHalfOfThePlacesToWhatRuns() throws InterruptedException {
        restart();
        List<String> waiting = Stream.generate(() -> submit(aJob().with("a").parameter("task_cores", 10)))
                .limit(6)
                .toList();
        waiting.forEach(one -> await().atMost(LONG_ENOUGH).until(() -> waitReason(one) != null));
        takeNothing();

        new TransactionTemplate(new DataSourceTransactionManager(source())).executeWithoutResult(status -> {
            waiting.forEach(this::wake);
            assertThat(stepsOfThisServer()).isEqualTo(4);
            first.forEach(this::complete);
            assertThat(stepsOfThisServer()).isGreaterThan(4);
            status.setRollbackOnly();
        });

        restart();
        waiting.forEach(one -> site().jobs().stop(one, "canceled"));
        waiting.forEach(one -> awaitStatus(one, "canceled"));
        takeNothing();
        first.forEach(this::complete);
        endsWithTheNext();
    }

    private void wake(String waiting) {
        site().engine()
                .getRuntimeService()
                .createMessageCorrelation("resources released")
                .processInstanceBusinessKey(waiting)
                .correlate();
    }

    /** Commits, and does not hear the answer. */
    private static final class DeafTransactionManager extends DataSourceTransactionManager {

        private static final long serialVersionUID = 1;

        DeafTransactionManager(DataSource source) {
            super(source);
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            super.doCommit(status);
            throw new TransactionSystemException("the answer was lost");
        }
    }

    private DataSource source() {
        return Objects.requireNonNull(site().jdbc().getDataSource());
    }

    private int stepsOfThisServer() {
        return Objects.requireNonNull(site().jdbc()
                .queryForObject("select count(*) from act_ru_job where lock_owner_ is not null", Integer.class));
    }

    /** The steps that submit the job are done by then. */
    private void takeNothing() {
        await().untilAsserted(() -> assertThat(stepsOfThisServer()).isZero());
        executor().getAcquireJobsRunnable().stop();
    }

    private void endsWithTheNext() throws InterruptedException {
        List<ExecutorTask> next = fetch(2);
        assertThat(next).extracting(ExecutorTask::componentName).containsOnly("b");
        restart();
        next.forEach(this::complete);
        awaitStatus(job, "success");
    }

    /** Ends what the engine has stopped with its thread, and begins anew. */
    private void restart() {
        executor().shutdown();
        executor().start();
    }

    private JobExecutor executor() {
        return ((ProcessEngineConfigurationImpl) site().engine().getProcessEngineConfiguration()).getJobExecutor();
    }

    private void complete(ExecutorTask task) {
        site().executorTasks().complete("w", task.id(), TestWorker.succeeded().with(TestWorker.outputs(task)));
    }
}
