package io.fateflow.webapp.camunda;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.authorization.Groups;
import org.camunda.bpm.engine.identity.Group;

import io.fateflow.webapp.role.Role;

/** The engine's groups of accounts. */
final class AccountGroups {

    private AccountGroups() {}

    /** Makes the group of a role, unless it is there. */
    static void make(IdentityService identities, Role role) {
        make(identities, role.group(), role.title());
    }

    /** Makes the group of a role in a project, unless it is there. */
    static void make(IdentityService identities, Role role, String project) {
        make(identities, role.groupIn(project), role.title() + " of " + project);
    }

    /** Makes a group, unless it is there. */
    static void make(IdentityService identities, String id, String title) {
        if (identities.createGroupQuery().groupId(id).count() == 0) {
            Group group = identities.newGroup(id);
            group.setName(title);
            group.setType(Groups.GROUP_TYPE_SYSTEM);
            identities.saveGroup(group);
        }
    }
}
