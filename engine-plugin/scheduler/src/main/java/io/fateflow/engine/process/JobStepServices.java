package io.fateflow.engine.process;

import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.federation.PartyGateway;

/** What every step of {@code fate-job} works with. */
public record JobStepServices(
        JobStore jobs, PartyGateway gateway, JobGate gate, WaitReasons reasons, Notifications notifications) {}
