package io.fateflow.webapp.storage.log;

import java.time.Clock;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.housekeeping.LoggingJobs;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.storage.ObjectsProperties;

/** A folder, and an object store behind it if one is named. */
@Configuration(proxyBeanMethods = false)
class LogStorageConfiguration {

    @Bean
    SiteLogs siteLogs(FateHome home, ObjectProvider<ObjectStore> objects, AtRest atRest) {
        FolderLogs here = new FolderLogs(home.logs());
        ObjectStore store = objects.getIfAvailable();
        return store == null ? here : new ObjectLogs(here, store, atRest);
    }

    @Bean
    @ConditionalOnProperty("fate.objects.endpoint")
    LogsToStore logsToStore(
            FateHome home,
            ObjectStore objects,
            ObjectsProperties properties,
            AtRest atRest,
            JdbcTemplate jdbc,
            Clock clock) {
        return new LogsToStore(
                home,
                new FolderLogs(home.logs()),
                objects,
                atRest,
                new LoggingJobs(jdbc),
                clock,
                properties.logsAfter());
    }

    /** None of a server that is opened to be looked at. */
    @Bean
    @ConditionalOnProperty("fate.objects.endpoint")
    LogMoves logMoves(LogsToStore logs, ObjectsProperties properties, AtRestProperties closed) {
        LogMoves moves = new LogMoves(logs);
        if (!closed.lookOnly()) {
            moves.begin(properties.logsAfter());
        }
        return moves;
    }

    @Bean
    @ConditionalOnProperty("fate.objects.endpoint")
    MeterBinder waitingLogs(LogsToStore logs) {
        return registry -> Gauge.builder("fate.logs.waiting", () -> logs.files())
                .description("logs that nobody writes any more, and that are not in the object store yet")
                .register(registry);
    }
}
