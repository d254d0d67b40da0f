package io.fateflow.webapp.security;

import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the FATE Flow API may be called.
 *
 * @param hostNames names of this server besides those of loopback, as they appear in {@code Host} headers
 * @param maxBody largest JSON body that is read
 */
@ConfigurationProperties("fate.access")
public record AccessProperties(
        @DefaultValue Set<String> hostNames,
        @DefaultValue("64MB") DataSize maxBody) {}
