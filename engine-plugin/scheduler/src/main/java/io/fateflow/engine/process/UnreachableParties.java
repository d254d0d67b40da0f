package io.fateflow.engine.process;

import java.util.Date;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.util.ClockUtil;

import io.fateflow.engine.executor.EngineCommands;

/**
 * Parties that did not answer this node. As soon as one is heard of again, by its call or its answer, what could not be
 * delivered to it is tried at once, also where the engine had given up. Of other nodes the engine's own retries take care.
 */
public final class UnreachableParties {

    /** What was given up is tried so often, each minute, before an operator is called again. */
    private static final int TRIES_AGAIN = 10;

    private final Set<Long> silent = ConcurrentHashMap.newKeySet();
    private final EngineCommands commands;

    public UnreachableParties(EngineCommands commands) {
        this.commands = commands;
    }

    void silent(long partyId) {
        silent.add(partyId);
    }

    /** A party has called, or answered. */
    public void heard(long partyId) {
        if (silent.remove(partyId)) {
            commands.call(engine -> {
                retry(engine, partyId);
                return true;
            });
        }
    }

    private static void retry(ProcessEngine engine, long partyId) {
        Date now = ClockUtil.getCurrentTime();
        ManagementService management = engine.getManagementService();
        engine.getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey("fate-command")
                .processInstanceBusinessKeyLike("%|" + partyId + "|%")
                .list()
                .forEach(instance -> retry(management, instance.getId(), now));
    }

    /** Those that wait for their next try, or for an operator; never one that is under way. Nobody's tries get fewer. */
    private static void retry(ManagementService management, String instanceId, Date now) {
        management
                .createJobQuery()
                .processInstanceId(instanceId)
                .withRetriesLeft()
                .duedateHigherThan(now)
                .list()
                .forEach(job -> management.setJobDuedate(job.getId(), now));
        management
                .createJobQuery()
                .processInstanceId(instanceId)
                .noRetriesLeft()
                .list()
                .forEach(job -> {
                    management.setJobRetries(job.getId(), TRIES_AGAIN);
                    management.setJobDuedate(job.getId(), now);
                });
    }
}
