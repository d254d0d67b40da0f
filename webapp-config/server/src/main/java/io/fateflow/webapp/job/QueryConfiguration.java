package io.fateflow.webapp.job;

import java.time.Clock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.operations.query.ConvertedModels;
import io.fateflow.operations.query.JobOverview;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.JobSearch;
import io.fateflow.operations.query.JobSubmitters;
import io.fateflow.operations.query.Lineage;
import io.fateflow.operations.query.ModelQueries;
import io.fateflow.operations.query.ModelTags;
import io.fateflow.operations.query.NodeQueries;
import io.fateflow.operations.query.NodeWaits;
import io.fateflow.operations.query.ResourceQueries;
import io.fateflow.operations.query.TableHistory;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.operations.query.TableSearch;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.operations.query.TrackingQueries;
import io.fateflow.webapp.security.MeantTables;
import io.fateflow.webapp.security.Submitters;

/** The read side, with dates in this server's time zone, and the rows that clients may change themselves. */
@Configuration(proxyBeanMethods = false)
class QueryConfiguration {

    @Bean
    JobQueries jobQueries(NamedParameterJdbcTemplate jdbc, Clock clock, WaitReasons reasons) {
        return new JobQueries(jdbc, clock, reasons::now);
    }

    @Bean
    NodeQueries nodeQueries(NamedParameterJdbcTemplate jdbc, Clock clock) {
        return new NodeQueries(jdbc.getJdbcTemplate(), clock.getZone());
    }

    @Bean
    ResourceQueries resourceQueries(NamedParameterJdbcTemplate jdbc, WaitReasons reasons) {
        return new ResourceQueries(jdbc.getJdbcTemplate(), reasons::now);
    }

    @Bean
    JobOverview jobOverview(NamedParameterJdbcTemplate jdbc, WaitReasons reasons, NodeWaits waits) {
        return new JobOverview(jdbc.getJdbcTemplate(), reasons::now, waits);
    }

    @Bean
    JobSearch jobSearch(NamedParameterJdbcTemplate jdbc, WaitReasons reasons, NodeWaits waits) {
        return new JobSearch(jdbc, reasons::now, waits);
    }

    @Bean
    TaskQueries taskQueries(NamedParameterJdbcTemplate jdbc, Clock clock, NodeWaits waits) {
        return new TaskQueries(jdbc, clock, waits);
    }

    @Bean
    TrackingQueries trackingQueries(NamedParameterJdbcTemplate jdbc, Clock clock) {
        return new TrackingQueries(jdbc, clock.getZone());
    }

    @Bean
    Submitters submitters(JdbcTemplate jdbc) {
        return new JobSubmitters(jdbc)::of;
    }

    @Bean
    MeantTables meantTables(TableQueries tables) {
        return tables::meantBy;
    }

    @Bean
    ModelQueries modelQueries(NamedParameterJdbcTemplate jdbc, Clock clock, ModuleCatalog modules) {
        return new ModelQueries(jdbc, clock.getZone(), modules);
    }

    @Bean
    ConvertedModels convertedModels(JdbcTemplate jdbc, Clock clock) {
        return new ConvertedModels(jdbc, clock);
    }

    @Bean
    ModelTags modelTags(JdbcTemplate jdbc, Clock clock) {
        return new ModelTags(jdbc, clock);
    }

    @Bean
    TableHistory tableHistory(NamedParameterJdbcTemplate jdbc) {
        return new TableHistory(jdbc);
    }

    @Bean
    Lineage lineage(NamedParameterJdbcTemplate jdbc, TableHistory tables) {
        return new Lineage(jdbc, tables);
    }

    @Bean
    TableQueries tableQueries(NamedParameterJdbcTemplate jdbc, Clock clock) {
        return new TableQueries(jdbc, clock.getZone());
    }

    @Bean
    TableSearch tableSearch(NamedParameterJdbcTemplate jdbc) {
        return new TableSearch(jdbc);
    }

    @Bean
    JobStore jobStore(JdbcTemplate jdbc, Clock clock) {
        return new JobStore(jdbc, clock);
    }

    @Bean
    TrackingStore trackingStore(JdbcTemplate jdbc, Clock clock) {
        return new TrackingStore(jdbc, clock);
    }
}
