package io.fateflow.webapp.security;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * FATE Flow's section {@code authentication}, under its own names.
 *
 * @param client how users' clients prove who they are
 * @param site how other sites do
 */
@ConfigurationProperties("fate.authentication")
public record AuthenticationProperties(
        @DefaultValue Client client, @DefaultValue Site site) {

    /**
     * Signed calls between sites: RSA over the body.
     *
     * @param enabled whether calls are signed, and only signed calls are answered; the setting's name is {@code switch}
     * @param privateKey PEM file with this site's RSA key
     * @param publicKeys PEM files with the keys of all sites that may call, by party id
     * @param acceptMd5 whether the signatures of FATE Flow 1.10.0 count, too; they can be forged
     * @param requireCallSignature whether every party must sign whole calls, as this server does, and not their bodies alone
     * @param bodyOnly parties that may sign bodies alone although they have signed whole calls before
     * @param clockTolerance how far the clock of another site may be off
     */
    public record Site(
            @Name("switch") @DefaultValue("false") boolean enabled,
            @Nullable Path privateKey,
            @DefaultValue Map<Long, Path> publicKeys,
            @DefaultValue("false") boolean acceptMd5,
            @DefaultValue("false") boolean requireCallSignature,
            @DefaultValue Set<Long> bodyOnly,
            @DefaultValue("10m") Duration clockTolerance) {}

    /**
     * Signed requests, as FATE's clients send them after {@code flow init --app-key K --secret-key S}.
     *
     * @param enabled whether only signed requests are answered; the setting's name is {@code switch}
     * @param httpAppKey public name of the key
     * @param httpSecretKey the key; never logged
     */
    public record Client(
            @Name("switch") @DefaultValue("false") boolean enabled,
            @DefaultValue("") String httpAppKey,
            @DefaultValue("") String httpSecretKey) {

        @Override
        public String toString() {
            return "Client[switch=" + enabled + ", httpAppKey=" + httpAppKey + "]";
        }
    }
}
