package io.fateflow.webapp.oidc;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.AccountName;
import io.fateflow.webapp.role.RoleMapping;
import io.fateflow.webapp.security.BearerTokens.BadTokenException;

/** Makes accounts of what an issuer says about somebody: of what it has signed, and nothing else. */
final class ClaimRoles {

    private final OidcProperties oidc;

    ClaimRoles(OidcProperties oidc) {
        this.oidc = oidc;
    }

    /** @throws BadTokenException if it names nobody */
    Account account(Map<String, Object> claims) {
        if (!(claims.get(oidc.accountClaim()) instanceof String name)
                || !AccountName.isOne(oidc.accountPrefix() + name)) {
            throw new BadTokenException("its claim " + oidc.accountClaim() + " names no account");
        }
        Set<String> groups = texts(at(claims, oidc.groupsClaim()));
        Set<String> here = oidc.roles().stream()
                .filter(mapping -> groups.contains(mapping.group()))
                .flatMap(RoleMapping::groups)
                .collect(Collectors.toSet());
        return Account.of(oidc.accountPrefix() + name, here);
    }

    /** A name that is there as it is written comes before one whose dots lead into objects. */
    private static @Nullable Object at(Map<String, Object> claims, String path) {
        if (claims.containsKey(path)) {
            return claims.get(path);
        }
        @Nullable Object here = claims;
        for (String step : Arrays.asList(path.split("\\.", -1))) {
            here = here instanceof Map<?, ?> inner ? inner.get(step) : null;
        }
        return here;
    }

    private static Set<String> texts(@Nullable Object value) {
        Collection<?> all = value instanceof Collection<?> many ? many : value == null ? List.of() : List.of(value);
        return all.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .collect(Collectors.toSet());
    }
}
