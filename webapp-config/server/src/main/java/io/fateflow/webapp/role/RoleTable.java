package io.fateflow.webapp.role;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import static io.fateflow.webapp.role.Action.*;

/** Which role may do what, and on what: all ways into the server, and the engine's authorizations, go by this table. */
public final class RoleTable {

    private static final Map<Role, Row> ROWS = new EnumMap<>(Map.of(
            Role.VIEWER,
            new Row(
                    EnumSet.of(SITE_READ, JOB_READ, RESULT_READ, LOG_READ, TABLE_READ, MODEL_READ, ENGINE_READ),
                    Set.of()),
            Role.SUBMITTER,
            new Row(
                    EnumSet.of(SITE_READ, TABLE_READ),
                    EnumSet.of(
                            JOB_READ,
                            JOB_SUBMIT,
                            JOB_CONTROL,
                            RESULT_READ,
                            LOG_READ,
                            DATA_READ,
                            MODEL_READ,
                            MODEL_DEPLOY,
                            MODEL_MANAGE)),
            Role.OPERATOR,
            new Row(
                    EnumSet.of(
                            SITE_READ,
                            JOB_READ,
                            LOG_READ,
                            JOB_CONTROL,
                            QUEUE_MANAGE,
                            NODE_MANAGE,
                            REPAIR,
                            TABLE_READ,
                            MONITOR,
                            ENGINE_READ,
                            ENGINE_RETRY),
                    Set.of()),
            Role.DATA_OWNER,
            new Row(
                    EnumSet.of(
                            SITE_READ,
                            JOB_READ,
                            TABLE_READ,
                            TABLE_WRITE,
                            DATA_READ,
                            DATA_EXPORT,
                            MODEL_READ,
                            MODEL_MANAGE,
                            CONSENT_READ,
                            CONSENT_DECIDE),
                    Set.of()),
            Role.AUDITOR,
            new Row(EnumSet.of(SITE_READ, JOB_READ, AUDIT_READ, CONSENT_READ, ENGINE_READ), Set.of()),
            Role.ADMINISTRATOR,
            new Row(EnumSet.of(SITE_READ, JOB_READ, MONITOR, CONFIGURE, ACCOUNTS), Set.of()),
            Role.WORKER,
            new Row(EnumSet.of(WORK), Set.of()),
            Role.PLATFORM,
            new Row(
                    EnumSet.of(SITE_READ, JOB_READ, RESULT_READ, JOB_SUBMIT, TABLE_READ, MODEL_READ, PROCESS_START),
                    EnumSet.of(JOB_CONTROL, LOG_READ, DATA_READ, MODEL_DEPLOY)),
            Role.MONITOR,
            new Row(EnumSet.of(MONITOR), Set.of())));

    private RoleTable() {}

    /** @param own what may be done on own jobs only */
    private record Row(Set<Action> everything, Set<Action> own) {

        Scope scope(Action action) {
            return everything.contains(action) ? Scope.EVERYTHING : own.contains(action) ? Scope.OWN : Scope.NOTHING;
        }
    }

    /** What all of some roles together may. */
    public static Scope scope(Collection<Role> roles, Action action) {
        return roles.stream().map(role -> scope(role, action)).reduce(Scope.NOTHING, Scope::or);
    }

    /** What a role may. */
    public static Scope scope(Role role, Action action) {
        Row row = ROWS.get(role);
        return row == null ? Scope.NOTHING : row.scope(action);
    }

    /**
     * What some roles together may where an account has them in a project only: what the table says, of the project's jobs and
     * tables; of the whole site, what it is and how busy.
     */
    public static Scope scopeInProject(Collection<Role> roles, Action action) {
        Scope scope = scope(roles, action);
        if (action == SITE_READ) {
            return scope;
        }
        boolean isHere = action.isDoneInProjects() && scope != Scope.NOTHING;
        return !isHere ? Scope.NOTHING : scope == Scope.OWN ? Scope.OWN : Scope.PROJECT;
    }

    /** Who may do something, on own jobs at least. */
    public static List<Role> whoMay(Action action) {
        return Stream.of(Role.values())
                .filter(role -> scope(role, action) != Scope.NOTHING)
                .toList();
    }
}
