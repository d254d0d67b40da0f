package io.fateflow.webapp.oidc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.webapp.role.RoleMapping;

/**
 * An issuer of OpenID Connect whose accounts log in here; with {@code fate.access.roles} only.
 *
 * @param issuer its URL, as its tokens have it; empty if there is none
 * @param name what the page calls it
 * @param clientId this server's name there
 * @param clientSecretFile a file that has nothing but the secret; none for a public client, which PKCE alone protects
 * @param scopes what is asked for
 * @param publicUrl where browsers find this server, such as {@code https://flow.example}; as they have asked, unless set
 * @param accountClaim has an account's name
 * @param accountPrefix put before it; with {@code fate.access.ldap} there has to be one
 * @param groupsClaim has an account's groups; dots lead into objects
 * @param roles what the members of groups are
 * @param audience what a token of a program must be for; none is taken unless set
 * @param session how long somebody is logged in, whatever he does; what has changed at the issuer counts after that
 * @param logout whether whoever logs out here is logged out there, too; the issuer must know where it may send browsers back to then
 * @param timeout for the connection to the issuer, and for each answer
 */
@ConfigurationProperties("fate.access.oidc")
public record OidcProperties(
        @DefaultValue("") String issuer,
        @DefaultValue("single sign-on") String name,
        @DefaultValue("") String clientId,
        @Nullable Path clientSecretFile,
        @DefaultValue({"openid", "profile"}) Set<String> scopes,
        @DefaultValue("") String publicUrl,
        @DefaultValue("preferred_username") String accountClaim,
        @DefaultValue("") String accountPrefix,
        @DefaultValue("groups") String groupsClaim,
        @DefaultValue List<RoleMapping> roles,
        @DefaultValue("") String audience,
        @DefaultValue("1h") Duration session,
        @DefaultValue("false") boolean logout,
        @DefaultValue("5s") Duration timeout) {}
