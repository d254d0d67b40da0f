package io.fateflow.engine.notification;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobEnds;
import io.fateflow.engine.notification.JobReceivers.Target;
import io.fateflow.federation.status.JobStatus;

/**
 * Decides who is told of a job's event, and writes it down in the transaction of the event: then it is delivered, or seen not
 * to be, whatever becomes of this server. Where nobody can be told, it costs nothing.
 */
public final class Notifications {

    private final NotificationSettings settings;
    private final JobReceivers named;
    private final JobFacts facts;
    private final NotificationStore store;
    private final NotificationProcesses processes;
    private final Runnable wake;
    private final JobEnds ends;
    private final JobDatasets datasets;
    private final Clock clock;

    /** @param wake whoever delivers on this server: called after a commit */
    public Notifications(
            NotificationSettings settings,
            JdbcTemplate jdbc,
            NotificationStore store,
            NotificationProcesses processes,
            Runnable wake,
            JobEnds ends,
            JobDatasets datasets,
            Clock clock) {
        this.settings = settings;
        this.named = new JobReceivers(settings);
        this.facts = new JobFacts(jdbc);
        this.store = store;
        this.processes = processes;
        this.wake = wake;
        this.ends = ends;
        this.datasets = datasets;
        this.clock = clock;
    }

    /** What is wrong with the receivers that a conf of version 2 names. */
    public List<Problem> problems(JsonNode conf) {
        return named.problems(conf);
    }

    /** A job has ended at a party of this site; its row says so already. At its initiator's it has ended as a whole. */
    public void ended(String jobId, Party party, JobStatus status) {
        ends.tellAfterCommit(jobId);
        receiversHear(jobId, party, status);
    }

    private void receiversHear(String jobId, Party party, JobStatus status) {
        if (!settings.isEmpty()) {
            facts.of(jobId, party).ifPresent(job -> tell(job, NotifiedEvent.end(status)));
        }
    }

    /** The initiator has said how a job ended that was ended here without it: told unless that is known already. */
    public void verdict(String jobId, Party party, JobStatus status) {
        ends.tellAfterCommit(jobId);
        if (!settings.isEmpty()
                && !store.lastEnd(jobId, party)
                        .equals(Optional.of(NotifiedEvent.end(status).wire()))) {
            receiversHear(jobId, party, status);
        }
    }

    /** A job has begun to wait: somebody will look whether it waits for long. */
    public void waitBegins(String jobId) {
        Duration longWait = settings.longWait();
        boolean wanted = longWait != null
                && (!settings.forJobs().hosts().isEmpty()
                        || settings.receivers().values().stream()
                                .anyMatch(receiver -> receiver.events().contains(NotifiedEvent.WAITING)));
        if (longWait != null && wanted) {
            processes.startLongWait(jobId, longWait);
        }
    }

    /** That time is over. A job that has not waited all of it has begun another wait, or does not wait. */
    public void longWait(String jobId, Duration after) {
        facts.ofInitiator(jobId)
                .filter(job -> job.hasWaited(clock.millis(), after))
                .ifPresent(job -> tell(job, NotifiedEvent.WAITING));
    }

    /**
     * Somebody of this site has to decide whether a job may begin at a party.
     *
     * @param what for people
     * @param since epoch milliseconds
     */
    public void consentWanted(String jobId, Party party, String what, long since) {
        if (!settings.isEmpty()) {
            facts.of(jobId, party)
                    .map(job -> job.waitingFor(what, since))
                    .ifPresent(job -> tell(job, NotifiedEvent.CONSENT));
        }
    }

    private void tell(JobFacts.Job job, NotifiedEvent event) {
        Set<Target> targets = targets(job, event);
        long now = clock.millis();
        for (Target target : targets) {
            if (format(target) instanceof Receiver.OpenLineage lineage) {
                new LineageEvents(lineage.namespace(), settings.publicUrl())
                        .of(event, job, datasets.of(job.jobId()), now)
                        .forEach(body -> write(newId(), event, job, target, body));
            } else {
                String id = newId();
                write(id, event, job, target, NotificationBody.of(id, event, now, job, settings.publicUrl()));
            }
        }
        if (!targets.isEmpty()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    wake.run();
                }
            });
        }
    }

    private Receiver.@Nullable Format format(Target target) {
        return target.url() != null
                ? null
                : settings.receiver(target.receiver()).map(Receiver::format).orElse(null);
    }

    private void write(String id, NotifiedEvent event, JobFacts.Job job, Target target, String body) {
        String instance = processes.startNotification(job.jobId(), event, target.receiver());
        store.insert(
                new Notification(id, job.jobId(), event, target.receiver(), target.url(), body), job.party(), instance);
    }

    /** Each once, whether it is configured for such jobs, or named by this one, or both. */
    private Set<Target> targets(JobFacts.Job job, NotifiedEvent event) {
        Set<Target> targets = new LinkedHashSet<>();
        settings.receivers().values().stream()
                .filter(receiver -> receiver.scope().has(job.isOwn()))
                .sorted((a, b) -> a.name().compareTo(b.name()))
                .forEach(receiver -> targets.add(new Target(receiver.name(), null)));
        if (job.isOwn()) {
            targets.addAll(named.of(job.named()));
        }
        targets.removeIf(target -> settings.receiver(target.receiver())
                .filter(receiver -> target.url() == null && !receiver.events().contains(event))
                .isPresent());
        return targets;
    }

    /** As Standard Webhooks writes them. */
    static String newId() {
        return "msg_" + UUID.randomUUID().toString().replace("-", "");
    }
}
