package io.fateflow.engine.plugin;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.AttemptFiles;
import io.fateflow.engine.executor.AttemptReports;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.executor.ExecutorTaskSignal;
import io.fateflow.engine.executor.FetchLock;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.executor.SiteWorkerService;
import io.fateflow.engine.executor.TaskConfigs;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.task.TaskTokens;

/**
 * This server and its workers among the site's others, and what they do.
 *
 * @param membership this server among the site's others
 * @param tasks what nodes have, and what becomes of attempts when that changes
 * @param workers what workers and their operators call
 * @param executorTasks the attempts that workers have
 * @param attemptEnds where to hear of ended attempts
 * @param attemptFiles which files attempts get and leave
 * @param tokens with which executors show whose they are
 */
public record NodeServices(
        NodeMembership membership,
        NodeTasks tasks,
        WorkerService workers,
        ExecutorTaskService executorTasks,
        AttemptEnds attemptEnds,
        AttemptFiles attemptFiles,
        Revocations revocations,
        TaskTokens tokens) {

    static NodeServices of(
            SchedulerBase base,
            ResourceServices resources,
            ReportOutbox reports,
            AttemptEnds attemptEnds,
            Revocations revocations,
            Membership membership,
            ExecutorSurroundings surroundings) {
        JdbcTemplate jdbc = base.jdbc();
        Stores stores = base.stores();
        TaskTokens tokens = TaskTokens.open(jdbc, base.clock());
        ExecutorTaskSignal fetchers = new ExecutorTaskSignal();
        FetchLock fetchLock = FetchLock.open(jdbc, base.clock());
        TaskConfigs configs = new TaskConfigs(
                jdbc, stores.tracking(), stores.models(), stores.checkpoints(), surroundings.providers());
        ExecutorTaskService executorTasks = new ExecutorTaskService(
                base.commands(),
                stores.tasks(),
                configs,
                new AttemptReports(
                        stores.tasks(),
                        stores.tracking(),
                        stores.models(),
                        stores.checkpoints(),
                        stores.jobs().statuses()),
                tokens,
                reports,
                revocations,
                fetchers,
                resources.workerRows(),
                fetchLock,
                base.channel(),
                base.clock());
        NodeMembership nodes = new NodeMembership(
                base.commands(),
                jdbc,
                new JdbcTemplate(membership.heartbeats()),
                base.sessions(),
                base.channel(),
                executorTasks,
                new NodeMembership.Wakeups(fetchers, revocations, attemptEnds),
                base.settings().silence());
        NodeTasks nodeTasks = new NodeTasks(
                base.commands(),
                resources.placements(),
                resources.capacities(),
                resources.workerRows(),
                fetchLock,
                base.channel(),
                base.audit());
        return new NodeServices(
                nodes,
                nodeTasks,
                new SiteWorkerService(executorTasks, nodes, surroundings, base.audit()),
                executorTasks,
                attemptEnds,
                new AttemptFiles(base.commands(), stores.tasks(), configs),
                revocations,
                tokens);
    }
}
