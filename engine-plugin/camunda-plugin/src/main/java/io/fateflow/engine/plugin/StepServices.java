package io.fateflow.engine.plugin;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.process.JobStepServices;
import io.fateflow.engine.process.PartyStepServices;
import io.fateflow.engine.process.TaskStepServices;
import io.fateflow.federation.PartyGateway;

/** What the steps of each process work with. */
record StepServices(JobStepServices job, TaskStepServices task, PartyStepServices party) {

    static StepServices of(
            SchedulerBase base,
            ResourceServices resources,
            PartyServices parties,
            AttemptEnds attemptEnds,
            Notifications notifications) {
        Stores stores = base.stores();
        PartyGateway gateway = parties.initiator().gateway();
        return new StepServices(
                new JobStepServices(
                        stores.jobs(), gateway, resources.manager().gate(), resources.reasons(), notifications),
                new TaskStepServices(
                        stores.tasks(), gateway, resources.manager().gate(), resources.processes()),
                new PartyStepServices(
                        stores.tasks(),
                        resources.manager(),
                        base.config().engine(),
                        resources.processes(),
                        attemptEnds,
                        parties.reports(),
                        base.channel(),
                        resources.placements(),
                        resources.topics()));
    }
}
