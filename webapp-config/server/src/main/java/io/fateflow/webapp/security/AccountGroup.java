package io.fateflow.webapp.security;

/** Groups of accounts that this server knows. */
public enum AccountGroup {
    /** May everything; the engine's own name. */
    ADMINISTRATORS("camunda-admin", "Administrators"),

    /** Workers on other machines: may take executor tasks, and nothing else. */
    WORKERS("fateWorkers", "FATE workers"),

    /** May read metrics. */
    MONITORING("fateMonitoring", "FATE monitoring");

    private final String id;
    private final String title;

    AccountGroup(String id, String title) {
        this.id = id;
        this.title = title;
    }

    public String id() {
        return id;
    }

    public String title() {
        return title;
    }
}
