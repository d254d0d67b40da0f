package io.fateflow.webapp.security;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * FATE Flow's section {@code authentication}, under its own names.
 *
 * @param client how users' clients prove who they are
 */
@ConfigurationProperties("fate.authentication")
public record AuthenticationProperties(@DefaultValue Client client) {

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
