package io.fateflow.webapp.camunda;

import java.time.Clock;
import javax.sql.DataSource;

import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.account.SecondFactors;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.node.Commits;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.plugin.EngineTime;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.engine.plugin.OutsideAccounts;
import io.fateflow.engine.process.ConsentDesk;
import io.fateflow.engine.process.JobPreflight;
import io.fateflow.engine.process.PartiesAtStart;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.EncryptedSecrets;
import io.fateflow.webapp.consent.ConsentProperties;
import io.fateflow.webapp.database.HeartbeatConnections;
import io.fateflow.webapp.database.SessionSettings;
import io.fateflow.webapp.database.SiteClock;
import io.fateflow.webapp.limit.LimitProperties;
import io.fateflow.webapp.module.InstalledModules;
import io.fateflow.webapp.notification.NotificationProperties;
import io.fateflow.webapp.security.AccessProperties;

/** The scheduler on this server's database and in this server's engine. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

    @Bean
    ModuleCatalog modules(SiteProperties site) {
        ModuleCatalog known = InstalledModules.catalog();
        return site.modules() == null ? known : known.with(site.modules());
    }

    /**
     * The scheduler.
     *
     * @param tables not used: the tables must be there
     */
    @Bean
    FateFlowEngine fateFlowEngine(
            DataSource dataSource,
            SiteProperties site,
            HousekeepingProperties housekeeping,
            NotificationProperties notifications,
            ChainKeys chainKeys,
            ConsentProperties consents,
            ModuleCatalog modules,
            Clock clock,
            FlywayMigrationInitializer tables,
            SiteClock siteClock,
            HeartbeatConnections signs,
            SessionSettings sessions,
            OutsideLogins outside,
            LimitProperties limits,
            AccessProperties access,
            AtRest atRest,
            @Value("${server.tomcat.threads.max:200}") int threads,
            ObjectProvider<Federation> federation,
            ObjectProvider<ComponentChecks> checks,
            ObjectProvider<ExecutorSurroundings> surroundings) {
        siteClock.measure();
        EngineTime.follow(clock);
        return new FateFlowEngine(
                dataSource,
                site.settings(housekeeping.retention())
                        .with(notifications.settings())
                        .with(chainKeys)
                        .with(limits.jobs()::of)
                        .with(access.ofProjects())
                        .with(outside.isAny() ? outside : OutsideAccounts.NONE)
                        .withSecondFactorOf(access.secondFactorGroups())
                        .with(new EncryptedSecrets(atRest))
                        .withPasswordRounds(access.passwordRounds())
                        .withLoginsAtOnce(AccessProperties.logins(threads))
                        .withConsentPolicy(consents.policy()),
                modules,
                clock,
                federation.getIfAvailable(Federation::none),
                new Membership(signs.dataSource(), sessions.name()),
                checks.getIfAvailable(ComponentChecks::none),
                surroundings.getIfAvailable(ExecutorSurroundings::none));
    }

    @Bean
    ProcessEnginePlugin fateEnginePlugin(FateFlowEngine engine) {
        return engine.plugin();
    }

    @Bean
    JobCommands jobCommands(FateFlowEngine engine) {
        return engine.jobs();
    }

    @Bean
    AuditLog auditLog(FateFlowEngine engine) {
        return engine.audit();
    }

    @Bean
    CurrentActor currentActor(FateFlowEngine engine) {
        return engine.currentActor();
    }

    @Bean
    SecondFactors secondFactors(FateFlowEngine engine) {
        return engine.operators().secondFactors();
    }

    @Bean
    ModelCommands modelCommands(FateFlowEngine engine) {
        return engine.modelCommands();
    }

    @Bean
    JobPreflight jobPreflight(FateFlowEngine engine) {
        return engine.preflight();
    }

    @Bean
    ConsentDesk consentDesk(FateFlowEngine engine) {
        return engine.consents();
    }

    @Bean
    ComponentModelStore componentModels(FateFlowEngine engine) {
        return engine.models();
    }

    @Bean
    CheckpointStore checkpoints(FateFlowEngine engine) {
        return engine.checkpoints();
    }

    @Bean
    PartyWireHandler partyWireHandler(FateFlowEngine engine) {
        return engine.partyCalls();
    }

    @Bean
    PartiesAtStart partiesAtStart(FateFlowEngine engine) {
        return engine.partiesAtStart();
    }

    @Bean
    Commits commits(FateFlowEngine engine) {
        return engine.commits();
    }

    @Bean
    EngineName computingEngine(SiteProperties site) {
        return EngineName.computing(site.engine());
    }

    @Bean
    WaitReasons waitReasons(FateFlowEngine engine) {
        return engine.waitReasons();
    }
}
