package io.fateflow.board;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.operations.query.ChangeQueries;
import io.fateflow.operations.query.ComponentUsage;
import io.fateflow.operations.query.JobAttempts;
import io.fateflow.operations.query.NodeWaits;
import io.fateflow.operations.query.SiteCallQueries;
import io.fateflow.webapp.job.JobId;
import io.fateflow.webapp.job.JobPages;

/** Adds the board to a server that has it on its class path. Beans go by their full names: the server has parts of the same. */
@AutoConfiguration
@ConditionalOnWebApplication
@ComponentScan(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
public class BoardAutoConfiguration {

    @Bean
    JobPages jobPages() {
        return jobId -> JobId.parse(jobId).map(id -> "/jobs/" + id).orElse("/");
    }

    @Bean
    JobAttempts jobAttempts(NamedParameterJdbcTemplate jdbc, NodeWaits waits) {
        return new JobAttempts(jdbc, waits);
    }

    @Bean
    SiteCallQueries siteCallQueries(JdbcTemplate jdbc) {
        return new SiteCallQueries(jdbc);
    }

    @Bean
    ChangeQueries changeQueries(NamedParameterJdbcTemplate jdbc) {
        return new ChangeQueries(jdbc);
    }

    @Bean
    ComponentUsage componentUsage(JdbcTemplate jdbc) {
        return new ComponentUsage(jdbc);
    }
}
