package io.fateflow.webapp.camunda;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.AttemptFiles;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.task.TaskTokens;
import io.fateflow.operations.query.NodeWaits;

/** This server and its workers, as the scheduler knows them. */
@Configuration(proxyBeanMethods = false)
class NodeConfiguration {

    @Bean
    AttemptEnds attemptEnds(FateFlowEngine engine) {
        return engine.nodes().attemptEnds();
    }

    @Bean
    AttemptFiles attemptFiles(FateFlowEngine engine) {
        return engine.nodes().attemptFiles();
    }

    @Bean
    NodeMembership siteNodes(FateFlowEngine engine) {
        return engine.nodes().membership();
    }

    @Bean
    WorkerService workerService(FateFlowEngine engine) {
        return engine.nodes().workers();
    }

    @Bean
    NodeWaits nodeWaits(FateFlowEngine engine) {
        return engine.placements()::reasons;
    }

    @Bean
    NodeTasks nodeTasks(FateFlowEngine engine) {
        return engine.nodes().tasks();
    }

    @Bean
    TaskTokens taskTokens(FateFlowEngine engine) {
        return engine.nodes().tokens();
    }
}
