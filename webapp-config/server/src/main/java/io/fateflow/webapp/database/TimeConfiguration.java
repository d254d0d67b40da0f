package io.fateflow.webapp.database;

import java.time.Clock;
import java.time.ZoneId;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

/** The site's time, and what this server's sessions with its database are like. */
@Configuration(proxyBeanMethods = false)
class TimeConfiguration {

    static final String NODE_CLOCK = "nodeClock";

    /** This machine's own: only to be compared with the site's. */
    @Bean(defaultCandidate = false)
    Clock nodeClock() {
        return Clock.system(ZoneId.systemDefault());
    }

    /** The database's: what everything here goes by. */
    @Bean
    @Primary
    Clock clock(SiteClock site) {
        return site.clock();
    }

    /** Before the first connection is opened. */
    @Bean
    static SessionSettings sessionSettings(Environment environment) {
        return new SessionSettings(
                Binder.get(environment).bindOrCreate("fate.database", DatabaseProperties.class),
                environment.getProperty("fate.node.name", ""));
    }
}
