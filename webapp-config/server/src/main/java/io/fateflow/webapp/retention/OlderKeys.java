package io.fateflow.webapp.retention;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.fateflow.engine.account.SecondFactors;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.storage.SiteTables;

/**
 * Has what was kept before the site had a key, or with an older one, encrypted with the one that encrypts now. For a minute of some six, so that
 * disk and cores stay others'.
 */
@Component
final class OlderKeys {

    private static final Logger LOG = LoggerFactory.getLogger(OlderKeys.class);
    private static final Duration AT_ONCE = Duration.ofMinutes(1);

    private final AtRest atRest;
    private final SiteTables tables;
    private final SecondFactors factors;

    OlderKeys(AtRest atRest, SiteTables tables, SecondFactors factors) {
        this.atRest = atRest;
        this.tables = tables;
        this.factors = factors;
    }

    @Scheduled(initialDelayString = "PT10S", fixedDelayString = "PT5M")
    void encryptAnew() {
        if (!atRest.isOn()) {
            return;
        }
        Instant until = Instant.now().plus(AT_ONCE);
        try {
            int secrets = factors.storeSecretsAnew();
            int files = tables.encryptAnew(until) + tables.caches().encryptAnew(until);
            if (secrets + files > 0) {
                LOG.info(
                        "{} files and {} secrets are encrypted with key {} now",
                        files,
                        secrets,
                        atRest.key().orElse(""));
            }
        } catch (IOException e) {
            LOG.error(
                    "Not all files could be encrypted with the key that encrypts now; in five minutes again: {}",
                    e.getMessage());
        }
    }
}
