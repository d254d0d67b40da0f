package io.fateflow.webapp.security;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.project.Projects;
import io.fateflow.webapp.role.Role;

/**
 * How the FATE Flow API may be called, and by whom.
 *
 * @param roles whether accounts may do what their roles allow, and nobody else anything; otherwise whoever reaches FATE Flow's
 *     API may use all of it
 * @param keys with which FATE's clients sign in the name of accounts; with {@code roles} only
 * @param clientRoles what the account {@code client} is, which the key of {@code fate.authentication.client} is of; with
 *     {@code roles} only
 * @param projects labels of jobs, tables and queues, by which accounts have roles; with {@code roles} only
 * @param hostNames names of this server besides those of loopback, as they appear in {@code Host} headers
 * @param secondFactorRoles whoever has one of them has to have a second factor, unless his account is kept elsewhere; the roles of
 *     programs can't be among them
 * @param passwordRounds of the hash (PBKDF2 with HMAC-SHA512) of passwords that are set from now on; at least 1,000, as the
 *     standard says
 * @param maxBody largest JSON body that is read
 * @param slowestBody how much of a body must come in each second, as long as it is not known whose it is
 * @param bodyTime how long such a body may take
 * @param bodiesPerAddress how many such bodies of one address are waited for at once
 */
@ConfigurationProperties("fate.access")
public record AccessProperties(
        @DefaultValue("false") boolean roles,
        @DefaultValue List<AccountKey> keys,
        @DefaultValue Set<Role> clientRoles,
        @DefaultValue List<Project> projects,
        @DefaultValue Set<String> hostNames,
        @DefaultValue Set<Role> secondFactorRoles,
        @DefaultValue("210000") int passwordRounds,
        @DefaultValue("64MB") DataSize maxBody,
        @DefaultValue("1KB") DataSize slowestBody,
        @DefaultValue("1m") Duration bodyTime,
        @DefaultValue("16") int bodiesPerAddress) {

    private static final int FEWEST_ROUNDS = 1_000;

    /** They log in by their password alone, wherever they do. */
    private static final Set<Role> OF_PROGRAMS = EnumSet.of(Role.WORKER, Role.PLATFORM, Role.MONITOR);

    public AccessProperties {
        Optional<Role> program =
                secondFactorRoles.stream().filter(OF_PROGRAMS::contains).findFirst();
        if (program.isPresent()) {
            throw new AccessSettingsException(
                    "fate.access.second-factor-roles",
                    "names " + program.get().wire() + ", which is a role of programs, and these have no second factor",
                    "Take it out of the list.");
        }
        if (!projects.isEmpty() && !roles) {
            throw new AccessSettingsException(
                    "fate.access.projects",
                    "is set, and fate.access.roles is not: whoever reaches this server might do everything in each of them",
                    "Set fate.access.roles to true, or take the projects out.");
        }
        ofProjects(projects);
        if (passwordRounds < FEWEST_ROUNDS) {
            throw new IllegalArgumentException(
                    "fate.access.password-rounds is %d: fewer than %d are worth nothing, and %d usual"
                            .formatted(passwordRounds, FEWEST_ROUNDS, EngineSettings.PASSWORD_ROUNDS));
        }
    }

    /**
     * A key of an account; it has one of the two secrets.
     *
     * @param appKey its public name
     * @param account whose it is: an account of the engine's, whose groups say its roles
     * @param secret never logged
     * @param secretFile a file that has nothing but the secret; read once, when the server starts
     */
    public record AccountKey(
            @DefaultValue("") String appKey,
            @DefaultValue("") String account,
            @DefaultValue("") String secret,
            @Nullable Path secretFile) {

        @Override
        public String toString() {
            return "AccountKey[appKey=" + appKey + ", account=" + account + "]";
        }
    }

    /**
     * A label of jobs, tables and queues.
     *
     * @param name small letters, digits and hyphens, 32 at most
     * @param queues that only its jobs wait in
     * @param partners party ids of other sites whose jobs are of it here
     */
    public record Project(
            @DefaultValue("") String name,
            @DefaultValue Set<String> queues,
            @DefaultValue Set<Long> partners) {}

    /** The projects as the scheduler knows them. */
    public Projects ofProjects() {
        return ofProjects(projects);
    }

    private static Projects ofProjects(List<Project> all) {
        Set<String> names = new LinkedHashSet<>();
        Map<String, String> queues = new HashMap<>();
        Map<Long, String> partners = new HashMap<>();
        for (Project project : all) {
            demand(
                    Projects.isName(project.name()),
                    "names a project '" + project.name() + "', which is no name of one");
            demand(names.add(project.name()), "has the project " + project.name() + " twice");
            project.queues()
                    .forEach(queue -> demand(
                            queues.put(queue, project.name()) == null,
                            "gives the queue " + queue + " to two projects"));
            project.partners()
                    .forEach(partner -> demand(
                            partners.put(partner, project.name()) == null,
                            "gives the partner " + partner + " to two projects"));
        }
        return new Projects(names, queues, partners);
    }

    private static void demand(boolean isRight, String trouble) {
        if (!isRight) {
            throw new AccessSettingsException(
                    "fate.access.projects",
                    trouble,
                    "Names are small letters, digits and hyphens, 32 at most; each project, queue and partner stands there once.");
        }
    }

    /** The groups whose members have to have a second factor. */
    public Set<String> secondFactorGroups() {
        if (secondFactorRoles.isEmpty()) {
            return Set.of();
        }
        Set<String> names = ofProjects().names();
        return Stream.of(
                        Stream.of(Role.ALL_ROLES),
                        secondFactorRoles.stream().map(Role::group),
                        secondFactorRoles.stream()
                                .filter(Role.ofProjects()::contains)
                                .flatMap(role -> names.stream().map(role::groupIn)))
                .flatMap(groups -> groups)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Half of the server's threads wait for nobody that is not known. */
    BodyGuard.Rules bodies(int threads) {
        return new BodyGuard.Rules(slowestBody, bodyTime, bodiesPerAddress, Math.max(1, threads / 2));
    }

    /** A quarter more throws away what nobody wants; of the rest passwords have half, and whoever is known has what is left. */
    public static int logins(int threads) {
        return Math.max(1, threads / 8);
    }
}
