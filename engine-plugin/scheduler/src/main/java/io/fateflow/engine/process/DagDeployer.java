package io.fateflow.engine.process;

import java.time.Clock;
import java.util.function.Supplier;

import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.repository.DeploymentWithDefinitions;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.bpmn.CompiledDag;

/** Deploys the compiled definition of a DAG shape once, whoever submits it and how often. */
public final class DagDeployer {

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Supplier<RepositoryService> repository;

    public DagDeployer(JdbcTemplate jdbc, Clock clock, Supplier<RepositoryService> repository) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
        this.repository = repository;
    }

    /**
     * Deploys a definition unless it is there.
     *
     * @param compile called only when it is not
     */
    void ensureDeployed(String key, int components, Supplier<CompiledDag> compile) {
        if (isDeployed(key)) {
            return;
        }
        // two first submissions of the same shape: the second waits here, then finds it deployed
        Context.getCommandContext().getPropertyManager().acquireExclusiveLock();
        if (isDeployed(key)) {
            return;
        }
        CompiledDag dag = compile.get();
        DeploymentWithDefinitions deployment = repository
                .get()
                .createDeployment()
                .name(dag.key())
                .source("fate-flow-bpm")
                .addString(dag.key() + ".bpmn", dag.xml())
                .deployWithResult();
        write(dag.key(), deployment.getDeployedProcessDefinitions().get(0).getId(), components);
    }

    /** On H2 the engine's lock does not always keep a second one out: then it has lost a race, and is repeated. */
    private void write(String key, String definitionId, int components) {
        try {
            jdbc.sql("""
                    insert into dag_definition (dag_key, process_definition_id, components, deploy_time)
                    values (:key, :definition, :components, :now)
                    """)
                    .param("key", key)
                    .param("definition", definitionId)
                    .param("components", components)
                    .param("now", clock.millis())
                    .update();
        } catch (DuplicateKeyException e) {
            throw new CannotAcquireLockException("another submission deploys " + key, e);
        }
    }

    private boolean isDeployed(String key) {
        return jdbc.sql("select count(*) > 0 from dag_definition where dag_key = :key")
                .param("key", key)
                .query(Boolean.class)
                .single();
    }
}
