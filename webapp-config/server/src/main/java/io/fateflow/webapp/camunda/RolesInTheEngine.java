package io.fateflow.webapp.camunda;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Permission;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationInitializer;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.camunda.RoleGrants.Grant;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccessProperties;

/**
 * Has the engine know the roles: a group for each, with the authorizations that follow from the roles' table. What a group of a
 * role has is as the table says after each start, whatever was granted to it or taken from it meanwhile.
 */
@Component
@ConditionalOnProperty("fate.access.roles")
final class RolesInTheEngine extends AbstractProcessEnginePlugin {

    private final Set<String> projects;

    /** @param tables not used: our tables must be there before the engine starts */
    @SuppressWarnings("unused")
    RolesInTheEngine(FlywayMigrationInitializer tables, AccessProperties access) {
        this.projects = access.ofProjects().names();
    }

    @Override
    public void postProcessEngineBuild(ProcessEngine engine) {
        for (Role role : Role.values()) {
            AccountGroups.make(engine.getIdentityService(), role);
            authorize(engine.getAuthorizationService(), role.group(), RoleGrants.of(role, projects));
        }
        // the engine knows no projects: there such a group opens nothing
        for (String project : projects) {
            for (Role role : Role.ofProjects()) {
                AccountGroups.make(engine.getIdentityService(), role, project);
                authorize(engine.getAuthorizationService(), role.groupIn(project), List.of());
            }
        }
    }

    private static void authorize(AuthorizationService authorizations, String group, List<Grant> wanted) {
        List<Authorization> there =
                authorizations.createAuthorizationQuery().groupIdIn(group).list();
        for (Authorization one : there) {
            if (!isOfOneTask(one) && wanted.stream().noneMatch(grant -> isOf(one, grant))) {
                authorizations.deleteAuthorization(one.getId());
            }
        }
        for (Grant grant : wanted) {
            Authorization asWanted = made(authorizations, group, grant);
            Optional<Authorization> found =
                    there.stream().filter(one -> isOf(one, grant)).findFirst();
            if (found.isEmpty()) {
                authorizations.saveAuthorization(asWanted);
            } else if (!permissions(found.get(), grant).equals(permissions(asWanted, grant))) {
                found.get().setPermissions(grant.permissions().toArray(Permission[]::new));
                authorizations.saveAuthorization(found.get());
            }
        }
    }

    /** The engine itself lets a group do a task that it is a candidate for, and takes that back with the task. */
    private static boolean isOfOneTask(Authorization one) {
        return one.getAuthorizationType() == Authorization.AUTH_TYPE_GRANT
                && one.getResourceType() == Resources.TASK.resourceType()
                && !Authorization.ANY.equals(one.getResourceId());
    }

    private static boolean isOf(Authorization one, Grant grant) {
        return one.getAuthorizationType() == Authorization.AUTH_TYPE_GRANT
                && one.getResourceType() == grant.resource().resourceType()
                && grant.id().equals(one.getResourceId());
    }

    private static Authorization made(AuthorizationService authorizations, String group, Grant grant) {
        Authorization made = authorizations.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
        made.setGroupId(group);
        made.setResource(grant.resource());
        made.setResourceId(grant.id());
        made.setPermissions(grant.permissions().toArray(Permission[]::new));
        return made;
    }

    /** All that an authorization permits of what there is to permit of such a resource. */
    private static Set<Permission> permissions(Authorization authorization, Grant grant) {
        Permission[] all = grant.permissions().iterator().next().getClass().getEnumConstants();
        return Set.of(authorization.getPermissions(all));
    }
}
