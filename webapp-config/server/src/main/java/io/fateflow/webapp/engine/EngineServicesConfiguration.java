package io.fateflow.webapp.engine;

import java.util.stream.Stream;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.connector.ConnectorUse;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.task.TaskTokens;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.transfer.Address.Member;
import io.fateflow.webapp.data.DownloadProperties;
import io.fateflow.webapp.data.UploadProperties;
import io.fateflow.webapp.exchange.ExchangeTokens;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;
import io.fateflow.webapp.federation.FederationProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.log.BroughtLogs;
import io.fateflow.webapp.metrics.AttemptMetrics;
import io.fateflow.webapp.provider.RunnableModules;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.webapp.table.StoredTables;
import io.fateflow.webapp.tracking.EffectiveParameters;
import io.fateflow.worker.table.TableStore;

/** Small parts between the scheduler and the server. */
@Configuration(proxyBeanMethods = false)
class EngineServicesConfiguration {

    @Bean
    ExchangeTokens exchangeTokens(TaskTokens tokens) {
        return token -> tokens.verify(token)
                .map(task -> new Holder(
                        task.jobId(), task.taskId(), task.taskVersion(), new Member(task.role(), task.partyId())));
    }

    @Bean
    ConnectorUse connectorUse(JdbcTemplate jdbc) {
        return new ConnectorUse(jdbc);
    }

    @Bean
    TableStore tableStore(FateHome home) {
        return new TableStore(home.tables());
    }

    @Bean
    SiteProviders siteProviders(
            WorkerProperties worker,
            ModuleCatalog catalog,
            FederationProperties federation,
            ObjectProvider<NodeMembership> nodes) {
        return new SiteProviders(worker, System.getenv(), catalog, federation.fateVersion(), () -> nodes.getObject()
                .workers());
    }

    @Bean
    ComponentChecks componentChecks(
            WorkerProperties worker,
            SiteTables stored,
            TableQueries tables,
            FateHome home,
            ObjectProvider<NodeMembership> nodes,
            SiteProviders providers) {
        return new InstalledChecks(
                worker,
                stored,
                tables::isDisabled,
                home.home().resolve("components"),
                () -> nodes.getObject().workers(),
                providers);
    }

    @Bean
    EffectiveParameters effectiveParameters(WorkerProperties worker) {
        return new InstalledDefaults(worker);
    }

    @Bean
    RunnableModules runnableModules(WorkerProperties worker, SiteProviders providers) {
        return new SiteModules(worker, providers);
    }

    /** The component parameters are the user's, this is ours: it says which files of this machine they may name. */
    @Bean
    ExecutorSurroundings executorSurroundings(
            FateHome home,
            UploadProperties uploads,
            DownloadProperties downloads,
            AttemptMetrics metrics,
            SiteProviders providers) {
        return new ExecutorSurroundings(
                Stream.concat(Stream.of(home.uploads()), uploads.allowed().folders().stream())
                        .toList(),
                downloads.allowed().folders(),
                metrics,
                providers,
                new BroughtLogs(home));
    }

    @Bean
    StoredTables storedTables(SiteTables tables) {
        return new LocalTables(tables);
    }
}
