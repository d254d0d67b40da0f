package io.fateflow.webapp.route;

/** Why a call of FATE Flow's is not served here. Each says what there is instead. */
public enum Unserved {
    SERVING("FFB-6111 This server publishes models to no FATE-Serving. Predict with a job (job_type predict) on the"
            + " version that model/deploy answers."),
    PERMISSIONS(
            "FFB-6114 Rights on components and tables are not kept by party here. An administrator decides instead which"
                    + " sites are let in at all (key/save and key/delete), and which accounts may do what"
                    + " (/camunda/app/admin); SECURITY.md has the list. No permission controller is found."),
    PROVIDERS(
            "FFB-6115 What runs a module is configuration of this site's workers: fate.worker.commands, and jars in the"
                    + " folder components of FATE_HOME. No call changes it; provider/get shows it."),
    REGISTRY("FFB-6116 Addresses of other services are configuration of this server, and no call changes them;"
            + " server/service/get shows what there is."),
    SERVER_FILES(
            "FFB-6117 No call reads files of the server by their path. server/config/job/default has the defaults."),
    FORWARDING("FFB-6118 This server forwards no calls to other services: call them directly."),
    EGGROLL("FFB-6119 There is no EggRoll here: tables and executors are this server's own."),
    THROUGH_ANOTHER_SITE(
            "FFB-6120 Another site is asked directly, not through a third one: call info/party/<party id>."),
    STORED_SCHEMAS(
            "FFB-6123 A table's schema is stored with its rows and is not changed afterwards; anonymous names are made"
                    + " when a table is read. Upload the data again, with the meta that it should have."),
    JOB_RECORDS(
            "FFB-6134 What a job has left is not cleaned by a call: tables go with table/delete, run directories and"
                    + " logs by the retention of the site (docs/operating.md)."),
    BETWEEN_SITES(
            "FFB-6124 This call is one between sites, or between a server and its executors; clients do not make it.");

    private final String reason;

    Unserved(String reason) {
        this.reason = reason;
    }

    /** With its id. */
    public String reason() {
        return reason;
    }
}
