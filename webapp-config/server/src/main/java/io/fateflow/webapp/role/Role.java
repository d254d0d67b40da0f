package io.fateflow.webapp.role;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What an account is at a site: each role is a group of accounts. */
public enum Role {
    VIEWER("fateViewers", "FATE viewers"),
    SUBMITTER("fateSubmitters", "FATE submitters"),
    OPERATOR("fateOperators", "FATE operators"),
    DATA_OWNER("fateDataOwners", "FATE data owners"),
    AUDITOR("fateAuditors", "FATE auditors"),
    ADMINISTRATOR("fateAdministrators", "FATE administrators"),
    WORKER("fateWorkers", "FATE workers"),
    PLATFORM("fatePlatforms", "FATE platforms"),
    MONITOR("fateMonitoring", "FATE monitoring");

    /** The engine's own group for the first account: its members have all roles. */
    public static final String ALL_ROLES = "camunda-admin";

    private final String group;
    private final String title;

    Role(String group, String title) {
        this.group = group;
        this.title = title;
    }

    /** The id of the group whose members have it. */
    public String group() {
        return group;
    }

    /** The id of the group whose members have it in a project. */
    public String groupIn(String project) {
        return group + "-" + project;
    }

    /** Those that an account may have in a project only. */
    public static Set<Role> ofProjects() {
        return EnumSet.of(VIEWER, SUBMITTER, OPERATOR, DATA_OWNER);
    }

    public String title() {
        return title;
    }

    /** As it is told. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** What the members of some groups are. */
    public static Set<Role> of(Collection<String> groups) {
        if (groups.contains(ALL_ROLES)) {
            return EnumSet.allOf(Role.class);
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        Arrays.stream(values()).filter(role -> groups.contains(role.group)).forEach(roles::add);
        return roles;
    }
}
