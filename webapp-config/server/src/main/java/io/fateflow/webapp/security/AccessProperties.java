package io.fateflow.webapp.security;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.webapp.role.Role;

/**
 * How the FATE Flow API may be called, and by whom.
 *
 * @param roles whether accounts may do what their roles allow, and nobody else anything; otherwise whoever reaches FATE Flow's
 *     API may use all of it
 * @param keys with which FATE's clients sign in the name of accounts; with {@code roles} only
 * @param clientRoles what the account {@code client} is, which the key of {@code fate.authentication.client} is of; with
 *     {@code roles} only
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

    /** The groups whose members have to have a second factor. */
    public Set<String> secondFactorGroups() {
        if (secondFactorRoles.isEmpty()) {
            return Set.of();
        }
        return Stream.concat(
                        Stream.of(Role.ALL_ROLES), secondFactorRoles.stream().map(Role::group))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Half of the server's threads wait for nobody that is not known. */
    BodyGuard.Rules bodies(int threads) {
        return new BodyGuard.Rules(slowestBody, bodyTime, bodiesPerAddress, Math.max(1, threads / 2));
    }
}
