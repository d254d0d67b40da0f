package io.fateflow.webapp.camunda;

import java.time.Clock;
import javax.sql.DataSource;

import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.node.Commits;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.plugin.EngineTime;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.engine.process.MaintenanceSwitch;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.engine.task.TaskTokens;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.query.NodeWaits;
import io.fateflow.operations.repair.DoctorRepairs;
import io.fateflow.webapp.database.HeartbeatConnections;
import io.fateflow.webapp.database.SessionSettings;
import io.fateflow.webapp.database.SiteClock;

/** The scheduler on this server's database and in this server's engine. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

    @Bean
    ModuleCatalog modules(SiteProperties site) {
        return site.modules() == null
                ? ModuleCatalog.standard()
                : ModuleCatalog.standard().with(site.modules());
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
            ModuleCatalog modules,
            Clock clock,
            FlywayMigrationInitializer tables,
            SiteClock siteClock,
            HeartbeatConnections signs,
            SessionSettings sessions,
            ObjectProvider<Federation> federation,
            ObjectProvider<ComponentChecks> checks,
            ObjectProvider<ExecutorSurroundings> surroundings) {
        siteClock.measure();
        EngineTime.follow(clock);
        return new FateFlowEngine(
                dataSource,
                site.settings(housekeeping.retention()),
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
    MaintenanceSwitch maintenanceSwitch(FateFlowEngine engine) {
        return engine.maintenance();
    }

    @Bean
    FileRetentions fileKeepers(FateFlowEngine engine) {
        return engine.fileKeepers();
    }

    @Bean
    OldJobs oldJobs(FateFlowEngine engine) {
        return engine.oldJobs();
    }

    @Bean
    Doctor doctor(FateFlowEngine engine) {
        return engine.doctor();
    }

    @Bean
    DoctorRepairs doctorRepairs(FateFlowEngine engine) {
        return engine.repairs();
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
    WorkerService workerService(FateFlowEngine engine) {
        return engine.workers();
    }

    @Bean
    ModelCommands modelCommands(FateFlowEngine engine) {
        return engine.modelCommands();
    }

    @Bean
    ComponentModelStore componentModels(FateFlowEngine engine) {
        return engine.models();
    }

    @Bean
    PartyWireHandler partyWireHandler(FateFlowEngine engine) {
        return engine.partyCalls();
    }

    @Bean
    AttemptEnds attemptEnds(FateFlowEngine engine) {
        return engine.attemptEnds();
    }

    @Bean
    Commits commits(FateFlowEngine engine) {
        return engine.commits();
    }

    @Bean
    NodeMembership siteNodes(FateFlowEngine engine) {
        return engine.nodes();
    }

    @Bean
    EngineName computingEngine(SiteProperties site) {
        return EngineName.computing(site.engine());
    }

    @Bean
    NodeWaits nodeWaits(FateFlowEngine engine) {
        return engine.placements()::reasons;
    }

    @Bean
    NodeTasks nodeTasks(FateFlowEngine engine) {
        return engine.nodeTasks();
    }

    @Bean
    WaitReasons waitReasons(FateFlowEngine engine) {
        return engine.waitReasons();
    }

    @Bean
    TaskTokens taskTokens(FateFlowEngine engine) {
        return engine.tokens();
    }
}
