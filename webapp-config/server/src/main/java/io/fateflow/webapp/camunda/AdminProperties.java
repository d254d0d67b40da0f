package io.fateflow.webapp.camunda;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The account that is made at the first start.
 *
 * @param user its name
 * @param password its password; empty for a random one, printed once
 */
@ConfigurationProperties("fate.admin")
public record AdminProperties(
        @DefaultValue("admin") String user,
        @DefaultValue("") String password) {

    @Override
    public String toString() {
        return "AdminProperties[user=" + user + "]";
    }
}
