package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the FATE Flow API may be called.
 *
 * @param hostNames names of this server besides those of loopback, as they appear in {@code Host} headers
 * @param maxBody largest JSON body that is read
 * @param slowestBody how much of a body must come in each second, as long as it is not known whose it is
 * @param bodyTime how long such a body may take
 * @param bodiesPerAddress how many such bodies of one address are waited for at once
 */
@ConfigurationProperties("fate.access")
public record AccessProperties(
        @DefaultValue Set<String> hostNames,
        @DefaultValue("64MB") DataSize maxBody,
        @DefaultValue("1KB") DataSize slowestBody,
        @DefaultValue("1m") Duration bodyTime,
        @DefaultValue("16") int bodiesPerAddress) {

    /** Half of the server's threads wait for nobody that is not known. */
    BodyGuard.Rules bodies(int threads) {
        return new BodyGuard.Rules(slowestBody, bodyTime, bodiesPerAddress, Math.max(1, threads / 2));
    }
}
