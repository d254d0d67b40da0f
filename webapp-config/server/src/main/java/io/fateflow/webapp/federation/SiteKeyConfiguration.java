package io.fateflow.webapp.federation;

import java.time.Clock;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.federation.auth.SiteKeyStore;

/** Keys may be handed in before the site is connected to others. */
@Configuration(proxyBeanMethods = false)
class SiteKeyConfiguration {

    @Bean
    SiteKeyStore siteKeyStore(JdbcTemplate jdbc, Clock clock) {
        return new SiteKeyStore(jdbc, clock);
    }
}
