package io.fateflow.worker.api;

import java.time.Duration;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One component at one party, to be run in an executor process.
 *
 * @param id the server's handle of this task; opaque
 * @param jobId FATE's job id
 * @param componentName the component's name in the DSL
 * @param module FATE's module name, such as {@code SecureAddExample}
 * @param taskId {@code <job id>_<component name>}
 * @param taskVersion attempt, from 0
 * @param role this party's role
 * @param partyId this party's id
 * @param config what goes into the executor's {@code config.json}: the party's run parameters, the component's
 *     parameters, the job's roles, and the names of its inputs and outputs
 * @param token what the executor shows the server to exchange data for this task, and for no other
 * @param timeout after which the worker stops the executor; zero means none
 */
public record ExecutorTask(
        String id,
        String jobId,
        String componentName,
        String module,
        String taskId,
        int taskVersion,
        String role,
        String partyId,
        ObjectNode config,
        String token,
        Duration timeout) {}
