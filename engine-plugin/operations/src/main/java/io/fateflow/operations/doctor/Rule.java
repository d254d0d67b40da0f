package io.fateflow.operations.doctor;

/** What must always be true, with what it means if it is not. */
public enum Rule {
    ENGINE_SUM(
            "FFB-7001",
            Severity.ERROR,
            "jobs wait for cores that are free, or get cores that are not there",
            "repair: what is free is computed again from the leases"),
    JOB_SUM(
            "FFB-7002",
            Severity.ERROR,
            "components of the job wait for cores or slots that are free, or too many run at once",
            "repair: what is free is computed again from the leases"),
    LEASE_OF_ENDED_JOB(
            "FFB-7003",
            Severity.ERROR,
            "nobody gives back what a job holds that has ended or is not known",
            "repair: the leases are given back, and who waits for them is woken"),
    LEASE_OF_ENDED_ATTEMPT(
            "FFB-7004",
            Severity.ERROR,
            "other components of the job wait for it in vain",
            "repair: the lease is given back to its job"),
    RESERVATION_NOT_STARTED(
            "FFB-7005",
            Severity.WARNING,
            "an initiator on another site has reserved cores and has not started the job since",
            "ask the initiator's operator; repair gives the cores back, and a late start is then refused cores"),
    PROCESS_OF_ENDED_JOB(
            "FFB-7006",
            Severity.ERROR,
            "it may start executors of a job that has ended",
            "repair: the process instance is deleted"),
    JOB_WITHOUT_PROCESS(
            "FFB-7007",
            Severity.ERROR,
            "nothing moves the job any more",
            "repair: the job fails at all its parties on this site and gives back what it holds; then rerun it"),
    SEVERAL_PROCESSES(
            "FFB-7008",
            Severity.ERROR,
            "two schedulers of one job start everything twice",
            "look at them in Cockpit, and delete the one that job/query does not name"),
    ATTEMPT_WITHOUT_PROCESS(
            "FFB-7009",
            Severity.ERROR,
            "its end reaches nobody, so its component never ends",
            "repair: the attempt fails as lost, and its component goes on as after any failure"),
    PROCESS_WITHOUT_ATTEMPT(
            "FFB-7010",
            Severity.ERROR,
            "it may run an executor whose result nobody wants",
            "repair: the process instance is deleted"),
    NO_WORKER(
            "FFB-7011",
            Severity.WARNING,
            "the attempt does not begin, or nobody watches its executor",
            "see that a worker of this site runs and reaches the server: fate.worker.enabled, or the worker command"),
    WAKE_UP_MISSED(
            "FFB-7012",
            Severity.ERROR,
            "the component has ended, and its process still waits for that",
            "repair: it is told again"),
    WAITS_WITHOUT_REASON(
            "FFB-7013",
            Severity.ERROR,
            "users see a job that waits, and not what for",
            "repair: it looks again, and writes the reason down"),
    WAITS_FOR_NOTHING("FFB-7014", Severity.ERROR, "no event will ever move the job", "stop the job and run it again"),
    COULD_BE_SERVED(
            "FFB-7015",
            Severity.WARNING,
            "there are cores for it, and it has not looked",
            "repair: it looks again; without, it does within 10 minutes"),
    PARTIES_DISAGREE(
            "FFB-7016",
            Severity.ERROR,
            "parties of this site have different statuses of the same thing",
            "stop the job and run it again"),
    STATUS_DOES_NOT_FOLLOW(
            "FFB-7017",
            Severity.ERROR,
            "the component's status is not what its parties' statuses make it",
            "stop the job and run it again"),
    REPORT_STUCK(
            "FFB-7018",
            Severity.ERROR,
            "an initiator on another site is not told how the attempt is",
            "repair: the report is sent"),
    INCIDENT(
            "FFB-7019",
            Severity.WARNING,
            "the engine has given up and waits for somebody",
            "read the message, remove the cause, and press Retry in Cockpit"),
    ENGINE_STANDS_STILL(
            "FFB-7020",
            Severity.WARNING,
            "steps and timers are due, and nobody carries them out",
            "see that the job executor of a node runs: camunda.bpm.job-execution.enabled, threads, database"),
    ORPHAN_EXECUTOR(
            "FFB-7021",
            Severity.ERROR,
            "it takes memory and cores that the site has given to others",
            "repair: the executor and all its processes are stopped"),
    COMMAND_STUCK(
            "FFB-7022",
            Severity.ERROR,
            "a party on another site is never told, and what comes after it waits, too",
            "repair: the command is sent"),
    NOT_COLLECTED(
            "FFB-7023",
            Severity.ERROR,
            "if the party's report gets lost, the component never ends",
            "repair: parties elsewhere are asked, every minute, until the job has ended"),
    NOT_WATCHED(
            "FFB-7024",
            Severity.ERROR,
            "if the job's initiator falls silent, its cores are never given back",
            "repair: the job is looked after"),
    PROCESS_IN_VAIN(
            "FFB-7025",
            Severity.ERROR,
            "it asks other sites for what nobody needs, and its incidents mislead",
            "repair: the process instance is deleted"),
    WORKER_TROUBLE(
            "FFB-7026",
            Severity.WARNING,
            "the worker takes no attempts until that is over; those that run there go on",
            "do what its message says: it names the directory; the worker itself sees when it is over"),
    MODULES_LOST(
            "FFB-7027",
            Severity.WARNING,
            "jobs that name the provider, or need it for these modules, are refused",
            "install what is named for the provider's Python, then start the worker again: it looks when it starts"),
    SPOOL_OF_ENDED_ATTEMPT(
            "FFB-7050",
            Severity.ERROR,
            "data of a task that is over, perhaps of another organisation, stays and takes disk",
            "repair: it is removed; if it comes back, see that the server may delete below FATE_HOME/exchange"),
    CLOCK_OFF(
            "FFB-7030",
            Severity.WARNING,
            "leases and timers go by the database's time, but logs, other sites and client signatures see this one",
            "have the machine's clock set by NTP, or the database's, if it is that one"),
    SLOW_PARTY(
            "FFB-7031",
            Severity.WARNING,
            "it gets one call at a time, with pauses: jobs with it take longer to start and to stop",
            "ask that site's operator what it is so busy with"),
    NODE_SUM(
            "FFB-7060",
            Severity.ERROR,
            "attempts wait for what a node has free, or get what is not there",
            "repair: what is leased is counted again from the leases, and who waits is served"),
    UNIT_SHARED_TWICE(
            "FFB-7061",
            Severity.ERROR,
            "executors that were promised a unit of their own, such as a GPU, share it",
            "stop one of the jobs that hold it; node/<name>/resources names them"),
    NODE_COULD_SERVE(
            "FFB-7062",
            Severity.WARNING,
            "there is a node for the attempt, and nobody has told it",
            "repair: who waits for nodes is served; without, a server does it within seconds"),
    BUNDLE_OF_NOBODY(
            "FFB-7073",
            Severity.ERROR,
            "jobs wait for what a node has free: nobody gives back what was reserved for a job that holds no cores, or has ended",
            "repair: it is given back, and who waits for it is woken"),
    QUEUES_PROMISE_TOO_MUCH(
            "FFB-7065",
            Severity.WARNING,
            "what is guaranteed to one queue is another's, too: whoever comes second waits for what it was promised",
            "lower nominal_quota of some queues (PUT /v1/queue/<name>, fate.site.queues), or give the site more cores"),
    JOB_EXCEEDS_QUEUE(
            "FFB-7066",
            Severity.WARNING,
            "the job never starts: its queue's limit was lowered since it was submitted, or it was moved there",
            "raise the queue's borrowing_limit, have the job ask for fewer cores (job/parameter/update), or stop it"),
    JOB_EXCEEDS_LABEL_LIMIT(
            "FFB-7067",
            Severity.WARNING,
            "the job never starts: its queue's limit of a label was lowered since it was submitted, or it was moved there",
            "raise the limit (PUT /v1/queue/<name>), have the job ask for less (job/parameter/update), or stop it"),
    PROCESS_SUSPENDED(
            "FFB-7040",
            Severity.ERROR,
            "it takes no report, no message and no stop, and holds what it holds",
            "repair: the process instance is made active; to hold a job use job/suspend, or Suspend on its instance"),
    STEP_SUSPENDED(
            "FFB-7041",
            Severity.WARNING,
            "the engine does not carry it out, and what comes after it waits",
            "activate the job, or its job definition, in Cockpit"),
    POLICY_BROKEN(
            "FFB-7090",
            Severity.WARNING,
            "jobs that read tables of this site are refused where the policy can't be followed",
            "correct the decision in a DMN modeler and deploy it anew"),
    CONSENT_WITHOUT_PROCESS(
            "FFB-7091",
            Severity.ERROR,
            "its job waits for somebody who is not asked",
            "stop the job, and submit it again"),
    AUDIT_ALTERED(
            "FFB-7080", Severity.ERROR, "somebody has changed what the audit log says, past this program", Rule.KEEP),
    AUDIT_MISSING(
            "FFB-7081", Severity.ERROR, "somebody has removed entries of the audit log, past this program", Rule.KEEP),
    AUDIT_SWAPPED(
            "FFB-7082",
            Severity.ERROR,
            "somebody has changed the order of the audit log, past this program",
            Rule.KEEP),
    AUDIT_BROKEN(
            "FFB-7083",
            Severity.ERROR,
            "somebody has added entries to the audit log, or replaced some with their hashes, past this program",
            Rule.KEEP),
    AUDIT_SIGNATURE(
            "FFB-7084",
            Severity.ERROR,
            "what the chain of the audit log is held against is not this site's word, and nothing is sealed",
            "if the site's key is new: fate.audit.former-public-keys, or fate.audit.adopt-unsigned if it is its first; otherwise"
                    + " as for altered rows"),
    AUDIT_UNSEALED(
            "FFB-7086",
            Severity.WARNING,
            "what is not sealed can be altered without a trace",
            "read the server's log: it says why they can't be sealed"),
    AUDIT_CONTESTED(
            "FFB-5307",
            Severity.ERROR,
            "a partner has kept a head of the audit log, signed by this site, that the log does not continue: entries were replaced or"
                    + " cut off since, or the database was put back to a backup",
            Rule.KEEP),
    AUDIT_OF_PARTNER(
            "FFB-5308",
            Severity.WARNING,
            "a partner's site has signed two audit logs: one of them was made anew",
            "ask the partner why; docs/audit.md says how its heads are shown to others"),
    LOGS_STAY(
            "FFB-5281",
            Severity.WARNING,
            "other servers can't show these logs, and they are lost with this machine's disk",
            "see that the object store runs, is reached from here and takes what it is sent; they go there by themselves then"),
    KEY_MISSING(
            "FFB-5326",
            Severity.ERROR,
            "nobody can read what is in these files",
            "put the key's line back into fate.at-rest.key-file, behind the first one; without the key, upload or compute them again");

    private static final String KEEP =
            "keep the database as it is, compare it with a backup and with exports, find who can write to it; nothing repairs this";

    private final String id;
    private final Severity severity;
    private final String why;
    private final String remedy;

    Rule(String id, Severity severity, String why, String remedy) {
        this.id = id;
        this.severity = severity;
        this.why = why;
        this.remedy = remedy;
    }

    public String id() {
        return id;
    }

    public Severity severity() {
        return severity;
    }

    /** Why it matters. */
    public String why() {
        return why;
    }

    /** What to do. */
    public String remedy() {
        return remedy;
    }
}
