package io.fateflow.engine.plugin;

import java.time.Clock;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ImportedModelStore;
import io.fateflow.engine.model.PipelineModelStore;
import io.fateflow.engine.resource.EngineRegistry;
import io.fateflow.engine.resource.LeaseStore;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.tracking.TrackingStore;

/** The tables that several rooms read and write. */
record Stores(
        JdbcTemplate jdbc,
        JobStore jobs,
        TaskStore tasks,
        TaskParameterStore parameters,
        TrackingStore tracking,
        ComponentModelStore models,
        CheckpointStore checkpoints,
        PipelineModelStore pipelines,
        ImportedModelStore imported,
        EngineRegistry registry,
        LeaseStore leases) {

    static Stores on(JdbcTemplate jdbc, Clock clock) {
        ComponentModelStore models = new ComponentModelStore(jdbc, clock);
        CheckpointStore checkpoints = new CheckpointStore(jdbc, models);
        PipelineModelStore pipelines = new PipelineModelStore(jdbc, models, clock);
        return new Stores(
                jdbc,
                new JobStore(jdbc, clock),
                new TaskStore(jdbc, clock),
                new TaskParameterStore(jdbc),
                new TrackingStore(jdbc, clock),
                models,
                checkpoints,
                pipelines,
                new ImportedModelStore(jdbc, pipelines, models, checkpoints, clock),
                new EngineRegistry(jdbc, clock),
                new LeaseStore(jdbc, clock));
    }
}
