package io.fateflow.engine.party;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.job.ConfOnParty;
import io.fateflow.engine.resource.Resources;

/**
 * What a job is at one party: its conf there, and what it takes.
 *
 * @param conf {@code runtime_conf_on_party}
 * @param taskResources of one task
 * @param gateSlots {@code task_parallelism}
 * @param needsNodes whether any of its components there needs more than cores
 */
record PartyShare(ObjectNode conf, Resources taskResources, int gateSlots, boolean needsNodes) {

    /** @param dag of {@link PartyShares#dag} */
    ConfOnParty onParty(@Nullable String dag) {
        return new ConfOnParty(conf, taskResources, gateSlots, dag);
    }
}
