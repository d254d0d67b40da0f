package io.fateflow.engine.plugin;

import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.entity.AcquirableJobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.MessageEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;

import io.fateflow.engine.process.Sendings;

/**
 * What is told to another site is tried first without a process instance, as a job of the engine that is only its row; what
 * does not get through becomes a process whose step has failed once (ADR 51). An instance costs some eleven statements, and most
 * of what is told gets through at once.
 */
final class FirstTries implements Sendings {

    /**
     * More than the engine's three: a server of an earlier version that takes one while versions change does not know what
     * to do with it, and uses one up.
     */
    private static final int TRIES = 100;

    private final Supplier<ProcessEngine> engine;

    FirstTries(Supplier<ProcessEngine> engine) {
        this.engine = engine;
    }

    static boolean isOne(JobEntity job) {
        return FIRST_TRY.equals(job.getJobHandlerType());
    }

    @Override
    public void begin(String process, String businessKey) {
        command((configuration, context) -> {
            ProcessDefinitionEntity definition =
                    configuration.getDeploymentCache().findDeployedLatestProcessDefinitionByKey(process);
            if (definition.isSuspended()) {
                // says so
                configuration.getRuntimeService().startProcessInstanceByKey(process, businessKey);
            } else {
                context.getJobManager().send(tryOf(definition, businessKey));
            }
        });
    }

    @Override
    public void again(String process, String businessKey) {
        command((configuration, context) -> {
            String subject = new FirstTryHandler.Subject(process, businessKey).toCanonicalString();
            context.getJobManager()
                    .findJobsByConfiguration(FIRST_TRY, subject, null)
                    .forEach(JobEntity::delete);
            begin(process, businessKey);
        });
    }

    private void command(BiConsumer<ProcessEngineConfigurationImpl, CommandContext> work) {
        ProcessEngineConfigurationImpl configuration =
                (ProcessEngineConfigurationImpl) engine.get().getProcessEngineConfiguration();
        configuration.getCommandExecutorTxRequired().execute(context -> {
            work.accept(configuration, context);
            return null;
        });
    }

    private static MessageEntity tryOf(ProcessDefinitionEntity definition, String businessKey) {
        MessageEntity job = new MessageEntity();
        job.setJobHandlerType(FIRST_TRY);
        job.setJobHandlerConfiguration(new FirstTryHandler.Subject(definition.getKey(), businessKey));
        // whoever suspends the definition suspends it, too
        job.setProcessDefinitionId(definition.getId());
        job.setProcessDefinitionKey(definition.getKey());
        job.setExclusive(false);
        job.setRetries(TRIES);
        job.setPriority(StepPriorities.priority(definition.getKey(), null));
        return job;
    }

    /**
     * Makes a process of a try that has failed.
     *
     * @return its step, which the same transaction inserts: whoever calls says when it is due
     */
    static JobEntity becomesProcess(JobEntity failed, Throwable failure) {
        CommandContext context = Context.getCommandContext();
        FirstTryHandler.Subject subject = (FirstTryHandler.Subject) failed.getJobHandlerConfiguration();
        String instance = Context.getProcessEngineConfiguration()
                .getRuntimeService()
                .startProcessInstanceByKey(subject.process(), subject.businessKey())
                .getId();
        failed.delete();
        JobEntity step = context.getDbEntityManager().getCachedEntitiesByType(AcquirableJobEntity.class).stream()
                .filter(job -> instance.equals(job.getProcessInstanceId()))
                .map(JobEntity.class::cast)
                .findFirst()
                .orElseThrow();
        context.getHistoricJobLogManager().fireJobFailedEvent(step, failure);
        return step;
    }
}
