package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.webapp.exchange.ExchangeTokens;
import io.fateflow.webapp.table.StoredTables;
import io.fateflow.webapp.worker.TaskDesk;
import io.fateflow.worker.ExecutorReport;
import io.fateflow.worker.ExecutorTask;

/** Stands in until the engine plugin brings its configuration. */
@Configuration(proxyBeanMethods = false)
class UnfinishedEngine {

    @Bean
    JobCommands jobCommands() {
        return new JobCommands() {
            @Override
            public SubmittedJob submit(JobSubmission submission) {
                throw new JobRejectedException(
                        List.of(new Problem("FFB-5999", "dsl", "", "the engine is not there yet", "Wait")));
            }

            @Override
            public boolean stop(String jobId, String status) {
                return false;
            }
        };
    }

    @Bean
    ExchangeTokens exchangeTokens() {
        return token -> Optional.empty();
    }

    @Bean
    TaskDesk taskDesk() {
        return new TaskDesk() {
            @Override
            public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
                return List.of();
            }

            @Override
            public boolean heartbeat(String workerId, String id, long pid) {
                return false;
            }

            @Override
            public boolean complete(String workerId, String id, ExecutorReport report) {
                return false;
            }

            @Override
            public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
                return List.of();
            }
        };
    }

    @Bean
    StoredTables storedTables() {
        return (namespace, name) -> {};
    }
}
