package io.fateflow.webapp.engine;

import java.util.List;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.webapp.table.StoredTables;

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
    StoredTables storedTables() {
        return (namespace, name) -> {};
    }
}
