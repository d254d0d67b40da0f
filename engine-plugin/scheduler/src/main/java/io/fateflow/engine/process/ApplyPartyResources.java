package io.fateflow.engine.process;

import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.Grant;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.placement.Demand;
import io.fateflow.engine.resource.placement.InputNodes;
import io.fateflow.engine.resource.placement.Placed;
import io.fateflow.engine.resource.placement.PlacementPolicy;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskRow;

/**
 * Takes the attempt's cores from what the party's job holds: every party applies for what it will return. An attempt that
 * needs more than cores has its node decided in the same transaction; it then runs on that node's worker only.
 */
public final class ApplyPartyResources extends PartyStep {

    private static final String CPU = "CPU";

    private final InputNodes inputs;

    public ApplyPartyResources(PartyStepServices parts, InputNodes inputs) {
        super(parts);
        this.inputs = inputs;
    }

    @Override
    void run(DelegateExecution execution, TaskRow own, LockedAttempt attempt) {
        String demand = own.demand();
        if (demand == null) {
            demandGranted(own, resources().applyTask(lease(own), engine()));
        } else {
            place(own, demand, Demand.of(demand));
        }
        if (own.waitReason() != null) {
            tasks().waits().partyWaits(own.key(), null);
        }
        tellOtherNodes();
    }

    private void demandGranted(TaskRow own, Grant grant) {
        if (grant instanceof Grant.Refused refused) {
            throw waits(own, refused.reason());
        }
    }

    private void place(TaskRow own, String json, Demand demand) {
        ResourceQuantity cores = demand.amounts().get(CPU);
        demandGranted(
                own,
                resources()
                        .applyTask(
                                lease(own),
                                engine(),
                                json,
                                cores.isZero() ? Optional.empty() : Optional.of(cores.decimal())));
        Set<String> near =
                demand.policy() == PlacementPolicy.AFFINITY ? inputs.of(lease(own), own.componentName()) : Set.of();
        Placed placed = placements().place(lease(own), demand, near);
        if (placed instanceof Placed.Waits waits) {
            throw waits(own, waits.reason());
        }
        if (placed instanceof Placed.On on) {
            topics().placed(own.key().businessKey(), on.node());
        }
    }

    private BpmnError waits(TaskRow own, @Nullable String reason) {
        tasks().waits().partyWaits(own.key(), reason);
        return new BpmnError(BpmnEvents.PARTY_RESOURCES_REFUSED, reason);
    }
}
