package io.fateflow.webapp.consent;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Whom jobs need a consent of.
 *
 * @param policy a DMN file with the decision {@code fate-consent-policy}, deployed at the start if it has changed; unless set, what
 *     somebody deploys counts, and without any nobody is asked
 */
@ConfigurationProperties("fate.consent")
public record ConsentProperties(@Nullable Path policy) {}
