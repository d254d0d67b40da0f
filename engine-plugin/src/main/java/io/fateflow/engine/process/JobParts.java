package io.fateflow.engine.process;

import io.fateflow.engine.federation.PartyGateway;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.resource.WaitReasons;

/** What every step of {@code fate-job} works with. */
public record JobParts(JobStore jobs, PartyGateway gateway, ResourceManager resources, WaitReasons reasons) {}
