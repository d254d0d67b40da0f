package io.fateflow.webapp.audit;

import java.time.Clock;
import javax.sql.DataSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.audit.AuditQueries;
import io.fateflow.engine.audit.JobHistory;
import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.AuditSealer;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.HeadExchange;
import io.fateflow.engine.audit.chain.KeptHeads;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.operations.doctor.AuditChecks;
import io.fateflow.webapp.federation.FederationProperties;
import io.fateflow.webapp.security.AuthenticationProperties;

/** The read side, and the chain, which is continued while the server runs. */
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

    /** Who signs, for the engine, which is made of it. */
    @Bean
    ChainKeys chainKeys(AuditProperties audit, AuthenticationProperties authentication, FederationProperties site) {
        return audit.keys(authentication.site().privateKey(), site.partyId());
    }

    @Bean
    AuditChain auditChain(FateFlowEngine engine) {
        return engine.operators().auditChain();
    }

    /** Its start and its end are those of the lifecycle below. */
    @Bean(destroyMethod = "")
    AuditSealer auditSealer(FateFlowEngine engine) {
        return engine.operators().auditSealer();
    }

    @Bean
    AuditChecks auditChecks(DataSource dataSource, AuditChain chain, Clock clock) {
        return new AuditChecks(dataSource, chain, chain.keys(), clock);
    }

    @Bean
    KeptHeads keptHeads(JdbcTemplate jdbc, Clock clock) {
        return new KeptHeads(jdbc, clock);
    }

    /** Not by a server that only looks, and not without partners. */
    @Bean
    @ConditionalOnExpression("${fate.federation.enabled:false} and ${camunda.bpm.job-execution.enabled:true}")
    HeadsToPartners headsToPartners(
            Federation federation, PartyDirectory directory, AuditChain chain, KeptHeads heads, AuditProperties audit) {
        HeadExchange exchange = new HeadExchange(federation.site(), federation.keys(), chain, heads);
        return new HeadsToPartners(exchange, federation, directory, audit.headsToPartners());
    }

    /** @param active false for commands on a site that is down, which only look */
    @Bean
    SmartLifecycle auditSealing(
            AuditSealer sealer, @Value("${camunda.bpm.job-execution.enabled:true}") boolean active) {
        return new Sealing(sealer, active);
    }

    /** Last to begin, first to end. */
    private static final class Sealing implements SmartLifecycle {

        private final AuditSealer sealer;
        private final boolean active;
        private volatile boolean running;

        Sealing(AuditSealer sealer, boolean active) {
            this.sealer = sealer;
            this.active = active;
        }

        @Override
        public void start() {
            if (active) {
                sealer.start();
            }
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            sealer.close();
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }
}
