package io.fateflow.engine.plugin;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.account.StoredSecrets;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.job.JobLimits;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.project.Projects;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.placement.DemandDefaults;
import io.fateflow.engine.resource.queue.QueueSettings;

/**
 * What an operator decides about the scheduler.
 *
 * @param engine the site's computing engine
 * @param aging how long a waiting job may be passed by later ones
 * @param silence after which a server or a worker is dead
 * @param retention what is kept for how long
 * @param demands what attempts need where their job does not say it
 * @param queues in which jobs wait for cores
 * @param notifications who is told of jobs
 * @param chainKeys who signs the audit log's chain
 * @param jobLimits how many jobs an account may have
 * @param projects labels of jobs, tables and queues
 * @param outside accounts that are not the engine's
 * @param secondFactorGroups whose members have to have a second factor, if they are accounts of the engine's
 * @param storedSecrets how secrets of authenticators stand in the database
 * @param passwordRounds of the hash of an account's password, see {@link #PASSWORD_ROUNDS}
 * @param loginsAtOnce how many passwords are looked at or wait for it; half as many for one account, and from one address
 * @param consentPolicy the file with the policy that is deployed at the start; null if there is none
 */
public record EngineSettings(
        EngineConfig engine,
        Duration aging,
        NodeMembership.Silence silence,
        Retention retention,
        DemandDefaults demands,
        QueueSettings queues,
        NotificationSettings notifications,
        ChainKeys chainKeys,
        JobLimits jobLimits,
        Projects projects,
        OutsideAccounts outside,
        Set<String> secondFactorGroups,
        StoredSecrets storedSecrets,
        int passwordRounds,
        int loginsAtOnce,
        @Nullable Path consentPolicy) {

    /** As OWASP recommends for PBKDF2 with HMAC-SHA512: a guess costs a fifth of a second of a core. */
    public static final int PASSWORD_ROUNDS = 210_000;

    private static final int LOGINS_AT_ONCE = 16;

    /** Nobody is told of jobs. */
    public EngineSettings(
            EngineConfig engine,
            Duration aging,
            NodeMembership.Silence silence,
            Retention retention,
            DemandDefaults demands,
            QueueSettings queues) {
        this(
                engine,
                aging,
                silence,
                retention,
                demands,
                queues,
                NotificationSettings.none(),
                ChainKeys.none(),
                JobLimits.NONE,
                Projects.NONE,
                OutsideAccounts.NONE,
                Set.of(),
                StoredSecrets.PLAIN,
                PASSWORD_ROUNDS,
                LOGINS_AT_ONCE,
                null);
    }

    /** Attempts need cores only, where their job does not say more; there is one queue. */
    public EngineSettings(EngineConfig engine, Duration aging, NodeMembership.Silence silence, Retention retention) {
        this(engine, aging, silence, retention, DemandDefaults.none(), QueueSettings.none());
    }

    /** With the usual retention. */
    public EngineSettings(EngineConfig engine, Duration aging, NodeMembership.Silence silence) {
        this(engine, aging, silence, Retention.standard());
    }

    /** FATE's standalone engine, ten minutes; servers are dead after 8 s, workers after 15 s; the usual retention. */
    public static EngineSettings standard() {
        return new EngineSettings(
                EngineConfig.standalone(),
                Duration.ofMinutes(10),
                new NodeMembership.Silence(Duration.ofSeconds(8), Duration.ofSeconds(15), Duration.ofMinutes(10)));
    }

    /** The same with other notifications. */
    public EngineSettings with(NotificationSettings others) {
        Change change = new Change(this);
        change.notifications = others;
        return change.made();
    }

    /** The same with other queues. */
    public EngineSettings with(QueueSettings others) {
        Change change = new Change(this);
        change.queues = others;
        return change.made();
    }

    /** The same with others who sign the audit log's chain. */
    public EngineSettings with(ChainKeys others) {
        Change change = new Change(this);
        change.chainKeys = others;
        return change.made();
    }

    /** The same with other accounts that are not the engine's. */
    public EngineSettings with(OutsideAccounts others) {
        Change change = new Change(this);
        change.outside = others;
        return change.made();
    }

    /** The same with other groups whose members have to have a second factor. */
    public EngineSettings withSecondFactorOf(Set<String> groups) {
        Change change = new Change(this);
        change.secondFactorGroups = Set.copyOf(groups);
        return change.made();
    }

    /** The same with secrets of authenticators that stand otherwise in the database. */
    public EngineSettings with(StoredSecrets others) {
        Change change = new Change(this);
        change.storedSecrets = others;
        return change.made();
    }

    /** The same with other limits of jobs. */
    public EngineSettings with(JobLimits others) {
        Change change = new Change(this);
        change.jobLimits = others;
        return change.made();
    }

    /** The same with other projects. */
    public EngineSettings with(Projects others) {
        Change change = new Change(this);
        change.projects = others;
        return change.made();
    }

    /** The same with other rounds of the hash of passwords that are set from now on. */
    public EngineSettings withPasswordRounds(int rounds) {
        Change change = new Change(this);
        change.passwordRounds = rounds;
        return change.made();
    }

    /** The same with another number of passwords that are looked at or wait for it. */
    public EngineSettings withLoginsAtOnce(int most) {
        Change change = new Change(this);
        change.loginsAtOnce = most;
        return change.made();
    }

    /** The same with a policy for consents. */
    public EngineSettings withConsentPolicy(@Nullable Path file) {
        Change change = new Change(this);
        change.consentPolicy = file;
        return change.made();
    }

    /** What one setting is changed in. */
    private static final class Change {

        private final EngineSettings from;
        private QueueSettings queues;
        private NotificationSettings notifications;
        private ChainKeys chainKeys;
        private JobLimits jobLimits;
        private Projects projects;
        private OutsideAccounts outside;
        private Set<String> secondFactorGroups;
        private StoredSecrets storedSecrets;
        private int passwordRounds;
        private int loginsAtOnce;
        private @Nullable Path consentPolicy;

        Change(EngineSettings from) {
            this.from = from;
            this.queues = from.queues;
            this.notifications = from.notifications;
            this.chainKeys = from.chainKeys;
            this.jobLimits = from.jobLimits;
            this.projects = from.projects;
            this.outside = from.outside;
            this.secondFactorGroups = from.secondFactorGroups;
            this.storedSecrets = from.storedSecrets;
            this.passwordRounds = from.passwordRounds;
            this.loginsAtOnce = from.loginsAtOnce;
            this.consentPolicy = from.consentPolicy;
        }

        EngineSettings made() {
            return new EngineSettings(
                    from.engine,
                    from.aging,
                    from.silence,
                    from.retention,
                    from.demands,
                    queues,
                    notifications,
                    chainKeys,
                    jobLimits,
                    projects,
                    outside,
                    secondFactorGroups,
                    storedSecrets,
                    passwordRounds,
                    loginsAtOnce,
                    consentPolicy);
        }
    }
}
