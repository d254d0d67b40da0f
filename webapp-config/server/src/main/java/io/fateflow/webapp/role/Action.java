package io.fateflow.webapp.role;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What there is to do at a site. {@link Calls} says which call does what. */
public enum Action {
    /** Versions, modules, nodes, queues, resources, partners: what the site is, and how busy. */
    SITE_READ,

    /** Which jobs and tasks there are, with DSL, conf, status and story; their changes as they come. */
    JOB_READ,

    /** What components have told: metrics, summaries, parameters. */
    RESULT_READ,

    LOG_READ,

    /** Start jobs, and what is asked before that. */
    JOB_SUBMIT,

    /** Stop, rerun, suspend, resume, change and annotate jobs. */
    JOB_CONTROL,

    /** What queues may hold; who comes first. */
    QUEUE_MANAGE,

    /** What nodes have, whether workers take tasks, whether the site does; give resources back. */
    NODE_MANAGE,

    /** Have the doctor repair. */
    REPAIR,

    /** Which tables there are, their schemas and origins; connectors, without their logins. */
    TABLE_READ,

    /** Upload, bind, delete and switch tables. */
    TABLE_WRITE,

    /** See and take rows: of tables, and of components' outputs. */
    DATA_READ,

    /** Have tables written as files of this machine, or to databases. */
    DATA_EXPORT,

    /** See models and checkpoints. */
    MODEL_READ,

    /** Deploy models, and mark them with tags. */
    MODEL_DEPLOY,

    /** Take models out and in, convert, merge and migrate them; make and change tags. */
    MODEL_MANAGE,

    /** Which consents were asked for, what became of them, and what the policy would say to a job. */
    CONSENT_READ,

    /** Grant, refuse and withdraw consents. */
    CONSENT_DECIDE,

    AUDIT_READ,

    /** Metrics, the doctor's findings, what the program is made of. */
    MONITOR,

    /** Keys of partners, logins at databases, reloading, trying notifications out. */
    CONFIGURE,

    /** Take executor tasks, and report on them. */
    WORK,

    /** See processes, incidents and history in Cockpit and by engine REST. */
    ENGINE_READ,

    /** Retry what has failed, in Cockpit and by engine REST. */
    ENGINE_RETRY,

    /** Start {@code fate-job} by engine REST, also for others. */
    PROCESS_START,

    /** Make accounts and give them roles. */
    ACCOUNTS;

    private static final Set<Action> IN_PROJECTS = EnumSet.of(
            JOB_READ,
            RESULT_READ,
            LOG_READ,
            JOB_SUBMIT,
            JOB_CONTROL,
            TABLE_READ,
            TABLE_WRITE,
            DATA_READ,
            MODEL_READ,
            MODEL_DEPLOY,
            MODEL_MANAGE);

    /** Whether it is done to jobs, tables and models, which may be a project's; what else there is, is the whole site's. */
    boolean isDoneInProjects() {
        return IN_PROJECTS.contains(this);
    }

    /** As it is told. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
