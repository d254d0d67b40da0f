package io.fateflow.engine.audit;

import java.util.Locale;

/** What users and operators do. */
public enum AuditAction {
    SUBMIT,
    STOP,
    RERUN,

    /** An operator's retry of a failed job, in Cockpit or over engine REST. */
    RETRY,

    /** A job's process was deleted, in Cockpit or over engine REST: the job is canceled. */
    PROCESS_DELETE,
    PARAMETER_UPDATE,
    NOTES_UPDATE,
    SUSPEND,
    RESUME,
    MAINTENANCE,

    /** A worker takes no more tasks, or takes them again. */
    DRAIN,

    /** An operator has set how much a node has of something. */
    NODE_RESOURCES,

    /** An operator has set a queue, or has taken that back. */
    QUEUE,

    /** An operator has moved a waiting job to the front. */
    JOB_FRONT,

    /** A running job has given back what its queue had borrowed, and waits again. */
    PREEMPT,
    TABLE_DELETE,

    /** All rows of a table, or of what a component has put out, have left this site as a file. */
    TABLE_DOWNLOAD,
    OUTPUT_DOWNLOAD,

    /** A file of this machine, or a database's table, stands for a table. */
    TABLE_BIND,

    /** A login at a database outside was kept, or changed. */
    CONNECTOR_CREATE,
    MODEL_DEPLOY,

    /** A party's part of a model has left this site's database as an archive, or has come as one. */
    MODEL_EXPORT,
    MODEL_IMPORT,

    /** A part of a model was made into one of other parties. */
    MODEL_MIGRATE,

    /** A component's model was kept with values of another party. */
    MODEL_MERGE,

    /** A component's model was converted to another framework. */
    MODEL_CONVERT,

    /** The public key of a site was saved or deleted. */
    SITE_KEY_SAVE,
    SITE_KEY_DELETE,

    /** Somebody with the server's home or database has unlocked an account, or has given it a new password. */
    ACCOUNT_UNLOCK,
    ACCOUNT_PASSWORD,

    /** An account has got a second factor, or other recovery codes, has used one, or has a second factor no more. */
    SECOND_FACTOR,

    /** A receiver of notifications was told of a job, or could not be. */
    NOTIFY,

    /** A data owner, or the site's policy, has said whether a job may read a table; or was asked, or reminded. */
    CONSENT,

    /** The whole audit log has left this site as a file. */
    AUDIT_EXPORT,

    /** Somebody has proven who he is, or has logged out. Of programs, which do so with every call, once in a while. */
    LOGIN,
    LOGOUT,

    /** An account, a group, who is in it, or what one of them may do in the engine was changed. */
    ACCOUNT_CHANGE,

    /** The doctor has repaired something. */
    REPAIR,

    /** A request that claimed something it may not. */
    ACCESS;

    /** As it is stored and shown. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
