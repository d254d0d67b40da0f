package io.fateflow.engine.initiator;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.TaskAddress;

/**
 * An attempt that runs at a party on another site.
 *
 * @param sender this site's role in the job
 */
public record RemoteAttempt(TaskAddress at, Party sender) {}
