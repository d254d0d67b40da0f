package io.fateflow.engine.participant;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStatuses;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseStore;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyCommandHandler;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.JobAddress;

/**
 * Looks after what a job of another site holds here: a reservation that is not followed by a start runs out, and a running job
 * whose initiator has been silent for long is stopped.
 */
public final class ForeignWatch {

    private final JobStatuses statuses;
    private final JobParties parties;
    private final LeaseStore leases;
    private final ForeignTasks tasks;
    private final PartyCommandHandler commands;
    private final ForeignLimits limits;
    private final Notifications notifications;
    private final Clock clock;

    public ForeignWatch(
            JobStatuses statuses,
            JobParties parties,
            LeaseStore leases,
            ForeignTasks tasks,
            PartyCommandHandler commands,
            ForeignLimits limits,
            Notifications notifications,
            Clock clock) {
        this.statuses = statuses;
        this.parties = parties;
        this.leases = leases;
        this.tasks = tasks;
        this.commands = commands;
        this.limits = limits;
        this.notifications = notifications;
        this.clock = clock;
    }

    /** The job while it runs here, read without a lock: then its initiator is asked whether it still knows it. */
    public Optional<JobRow> running(JobAddress at) {
        return parties.row(at).filter(row -> row.status() == JobStatus.RUNNING);
    }

    /**
     * Frees a reservation that has run out.
     *
     * @return whether the job holds, or may get, anything that has to be looked after
     */
    public boolean freeWhatHasRunOut(JobAddress at) {
        JobStatus status = parties.lock(at);
        if (status == JobStatus.RUNNING) {
            return true;
        }
        Optional<Long> until = leases.until(lease(at));
        if (status.isEnd() || until.isEmpty()) {
            return false;
        }
        if (until.get() > clock.millis()) {
            return true;
        }
        commands.handle(at.jobId(), List.of(at.party()), new PartyCommand.ReturnJobResources());
        return false;
    }

    /** Nobody has heard of the job's initiator for long: the job fails here, unless the initiator comes and says otherwise. */
    public void abandon(JobAddress at, String why) {
        tasks.abandonAll(at.jobId(), at.party(), why);
        if (parties.lock(at) == JobStatus.RUNNING && statuses.abandon(at.jobId(), at.party(), why)) {
            commands.handle(at.jobId(), List.of(at.party()), new PartyCommand.ReturnJobResources());
            notifications.ended(at.jobId(), at.party(), JobStatus.FAILED);
        }
    }

    /** The job has got its cores, and has some time to start. */
    void reserved(JobAddress at) {
        leases.until(lease(at), clock.millis() + limits.reservation().toMillis());
    }

    /** The job runs: what it holds it keeps. */
    void started(JobAddress at) {
        leases.until(lease(at), null);
    }

    private static LeaseKey lease(JobAddress at) {
        Party party = at.party();
        return LeaseKey.job(at.jobId(), party);
    }
}
