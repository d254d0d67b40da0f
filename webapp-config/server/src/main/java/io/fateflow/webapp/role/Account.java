package io.fateflow.webapp.role;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.fateflow.operations.query.VisibleJobs;

/**
 * Who calls.
 *
 * @param id the account's name
 * @param roles what it is everywhere at this site
 * @param projects what it is besides in some projects
 */
public record Account(String id, Set<Role> roles, Map<String, Set<Role>> projects) {

    public Account {
        roles = Set.copyOf(roles);
        projects = Map.copyOf(projects);
    }

    /** One whose roles count everywhere. */
    public Account(String id, Set<Role> roles) {
        this(id, roles, Map.of());
    }

    /** What the member of some groups is. */
    public static Account of(String id, Collection<String> groups) {
        Map<String, Set<Role>> projects = new TreeMap<>();
        for (Role role : Role.ofProjects()) {
            String begin = role.groupIn("");
            groups.stream()
                    .filter(group -> group.startsWith(begin) && group.length() > begin.length())
                    .forEach(group -> projects.computeIfAbsent(
                                    group.substring(begin.length()), first -> EnumSet.noneOf(Role.class))
                            .add(role));
        }
        return new Account(id, Role.of(groups), projects);
    }

    /** The groups that make it what it is. */
    public Set<String> groups() {
        Set<String> groups = roles.stream().map(Role::group).collect(Collectors.toCollection(LinkedHashSet::new));
        projects.forEach((project, in) -> in.forEach(role -> groups.add(role.groupIn(project))));
        return groups;
    }

    /** Whether it is nothing at all, nowhere. */
    public boolean hasNoRole() {
        return roles.isEmpty() && projects.isEmpty();
    }

    /** On what it may do something, where it may do most. */
    public Scope scope(Action action) {
        return projects.values().stream()
                .map(in -> RoleTable.scopeInProject(in, action))
                .reduce(RoleTable.scope(roles, action), Scope::or);
    }

    /** On what it may do something in a project. */
    public Scope scope(Action action, String project) {
        Set<Role> in = projects.getOrDefault(project, Set.of());
        return RoleTable.scope(roles, action).or(RoleTable.scopeInProject(in, action));
    }

    /** On which jobs it may do something, and on the tables of which projects. */
    public VisibleJobs jobs(Action action) {
        Scope everywhere = RoleTable.scope(roles, action);
        return everywhere == Scope.EVERYTHING
                ? VisibleJobs.ALL
                : new VisibleJobs(
                        false,
                        id,
                        everywhere == Scope.OWN,
                        projectsWith(action, Scope.PROJECT),
                        projectsWith(action, Scope.OWN));
    }

    private Set<String> projectsWith(Action action, Scope scope) {
        return projects.entrySet().stream()
                .filter(in -> RoleTable.scopeInProject(in.getValue(), action) == scope)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What it is, in words. */
    public String inWords() {
        String everywhere = roles.stream().map(Role::wire).sorted().collect(Collectors.joining(", "));
        String inProjects = new TreeMap<>(projects)
                .entrySet().stream()
                        .map(in ->
                                in.getValue().stream().map(Role::wire).sorted().collect(Collectors.joining(", "))
                                        + " in project " + in.getKey())
                        .collect(Collectors.joining(", "));
        return everywhere.isEmpty() || inProjects.isEmpty() ? everywhere + inProjects : everywhere + ", " + inProjects;
    }
}
