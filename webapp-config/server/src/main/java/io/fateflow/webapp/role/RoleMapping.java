package io.fateflow.webapp.role;

import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the members of a group are that is kept elsewhere. No such group can make anybody a member of {@value Role#ALL_ROLES}.
 *
 * @param group its name there
 * @param project in which they are it; empty for everywhere at this site
 */
public record RoleMapping(
        @DefaultValue("") String group,
        @DefaultValue Set<Role> roles,
        @DefaultValue("") String project) {

    public RoleMapping {
        if (!project.isEmpty() && !Role.ofProjects().containsAll(roles)) {
            throw new IllegalArgumentException(
                    "the group %s has a role in project %s that counts for a whole site only; in a project there are %s"
                            .formatted(group, project, Role.ofProjects()));
        }
    }

    /** The groups of this server whose members they are. */
    public Stream<String> groups() {
        return roles.stream().map(role -> project.isEmpty() ? role.group() : role.groupIn(project));
    }
}
