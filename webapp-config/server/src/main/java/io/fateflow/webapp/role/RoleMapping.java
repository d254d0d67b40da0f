package io.fateflow.webapp.role;

import java.util.Set;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the members of a group are that is kept elsewhere. No such group can make anybody a member of {@value Role#ALL_ROLES}.
 *
 * @param group its name there
 */
public record RoleMapping(
        @DefaultValue("") String group, @DefaultValue Set<Role> roles) {}
