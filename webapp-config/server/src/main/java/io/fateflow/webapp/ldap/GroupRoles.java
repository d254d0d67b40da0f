package io.fateflow.webapp.ldap;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

import io.fateflow.webapp.role.RoleMapping;

/** What the members of a directory's groups are here. Names of entries are compared as directories do, not as texts. */
final class GroupRoles {

    private final List<RoleMapping> mappings;

    /** @throws IllegalArgumentException if a group is named by what is no name of an entry */
    GroupRoles(List<RoleMapping> mappings) {
        this.mappings = List.copyOf(mappings);
        mappings.stream().map(RoleMapping::group).filter(GroupRoles::isEntry).forEach(GroupRoles::name);
    }

    /**
     * The groups of this server.
     *
     * @param groups each as its attributes have it, with the name of the entry under {@code entry}
     */
    Set<String> of(Collection<Map<String, List<String>>> groups, String entry) {
        Set<String> here = new HashSet<>();
        for (RoleMapping mapping : mappings) {
            boolean member = isEntry(mapping.group())
                    ? values(groups, entry).map(GroupRoles::name).anyMatch(name(mapping.group())::equals)
                    : values(groups, Directory.GROUP_NAME).anyMatch(mapping.group()::equalsIgnoreCase);
            if (member) {
                mapping.groups().forEach(here::add);
            }
        }
        return here;
    }

    private static Stream<String> values(Collection<Map<String, List<String>>> groups, String key) {
        return groups.stream().flatMap(group -> group.getOrDefault(key, List.of()).stream());
    }

    private static boolean isEntry(String group) {
        return group.indexOf('=') >= 0;
    }

    private static LdapName name(String text) {
        try {
            return new LdapName(text);
        } catch (InvalidNameException e) {
            throw new IllegalArgumentException(text + " is no name of an entry", e);
        }
    }
}
