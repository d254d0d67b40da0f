package io.fateflow.webapp.audit;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.audit.AuditQueries;
import io.fateflow.engine.audit.JobHistory;

/** The read side. */
@Configuration(proxyBeanMethods = false)
class AuditConfiguration {

    @Bean
    AuditQueries auditQueries(JdbcTemplate jdbc) {
        return new AuditQueries(jdbc);
    }

    @Bean
    JobHistory jobStories(JdbcTemplate jdbc) {
        return new JobHistory(jdbc);
    }
}
