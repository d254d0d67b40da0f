package io.fateflow.worker.component;

import io.fateflow.worker.exchange.Party;

/** Which task this is, and at which party. */
public record TaskIdentity(
        String jobId, String componentName, String taskId, String taskVersion, String module, Party self) {}
