package io.fateflow.webapp.camunda;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Permission;
import org.camunda.bpm.engine.authorization.Permissions;
import org.camunda.bpm.engine.authorization.ProcessDefinitionPermissions;
import org.camunda.bpm.engine.authorization.Resource;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.authorization.UserOperationLogCategoryPermissions;

import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.role.RoleTable;
import io.fateflow.webapp.role.Scope;

/** What the engine must let the group of a role do, so that it may what the roles' table says. */
final class RoleGrants {

    private static final String JOBS = "fate-job";

    private static final Map<Action, List<Grant>> OF_ACTIONS = new EnumMap<>(Map.of(
            Action.ENGINE_READ,
            List.of(
                    app("cockpit"),
                    app("tasklist"),
                    new Grant(
                            Resources.PROCESS_DEFINITION,
                            Authorization.ANY,
                            Set.of(
                                    ProcessDefinitionPermissions.READ,
                                    ProcessDefinitionPermissions.READ_INSTANCE,
                                    ProcessDefinitionPermissions.READ_HISTORY,
                                    ProcessDefinitionPermissions.READ_TASK)),
                    new Grant(Resources.DEPLOYMENT, Authorization.ANY, Set.of(Permissions.READ))),
            // the engine itself lets a group do the tasks that it is a candidate for
            Action.CONSENT_DECIDE,
            List.of(app("tasklist")),
            Action.ENGINE_RETRY,
            List.of(new Grant(
                    Resources.PROCESS_DEFINITION, Authorization.ANY, Set.of(ProcessDefinitionPermissions.RETRY_JOB))),
            Action.PROCESS_START,
            List.of(
                    new Grant(
                            Resources.PROCESS_DEFINITION,
                            JOBS,
                            Set.of(
                                    ProcessDefinitionPermissions.READ,
                                    ProcessDefinitionPermissions.CREATE_INSTANCE,
                                    ProcessDefinitionPermissions.READ_INSTANCE,
                                    ProcessDefinitionPermissions.READ_HISTORY)),
                    new Grant(Resources.PROCESS_INSTANCE, Authorization.ANY, Set.of(Permissions.CREATE))),
            Action.AUDIT_READ,
            List.of(new Grant(
                    Resources.OPERATION_LOG_CATEGORY,
                    Authorization.ANY,
                    Set.of(UserOperationLogCategoryPermissions.READ))),
            Action.ACCOUNTS,
            List.of(
                    app("admin"),
                    new Grant(Resources.USER, Authorization.ANY, Set.of(Permissions.ALL)),
                    new Grant(Resources.GROUP, Authorization.ANY, Set.of(Permissions.READ)))));

    private RoleGrants() {}

    /** A grant to a group: what it may do with a resource of the engine's. */
    record Grant(Resource resource, String id, Set<Permission> permissions) {

        Grant {
            permissions = Set.copyOf(permissions);
        }
    }

    private static Grant app(String name) {
        return new Grant(Resources.APPLICATION, name, Set.of(Permissions.ACCESS));
    }

    /**
     * One for each resource and id. What may be done on own jobs only, the engine can't tell, and does not allow.
     *
     * @param projects those that the site has: roles in them are given, too
     */
    static List<Grant> of(Role role, Collection<String> projects) {
        Map<Map.Entry<Resource, String>, Set<Permission>> all = new LinkedHashMap<>();
        OF_ACTIONS.forEach((action, grants) -> {
            if (RoleTable.scope(role, action) == Scope.EVERYTHING) {
                grants.forEach(grant -> add(all, grant));
            }
        });
        if (RoleTable.scope(role, Action.ACCOUNTS) == Scope.EVERYTHING) {
            // roles, and no other group: not the one whose members may everything
            Arrays.stream(Role.values()).forEach(given -> add(all, membership(given.group())));
            Role.ofProjects()
                    .forEach(given -> projects.forEach(project -> add(all, membership(given.groupIn(project)))));
        }
        return all.entrySet().stream()
                .map(grant -> new Grant(grant.getKey().getKey(), grant.getKey().getValue(), grant.getValue()))
                .toList();
    }

    private static Grant membership(String group) {
        return new Grant(Resources.GROUP_MEMBERSHIP, group, Set.of(Permissions.CREATE, Permissions.DELETE));
    }

    private static void add(Map<Map.Entry<Resource, String>, Set<Permission>> all, Grant grant) {
        all.computeIfAbsent(Map.entry(grant.resource(), grant.id()), missing -> new LinkedHashSet<>())
                .addAll(grant.permissions());
    }
}
