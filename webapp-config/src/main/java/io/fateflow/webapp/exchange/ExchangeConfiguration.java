package io.fateflow.webapp.exchange;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.webapp.home.FateHome;

/** The spool is in the home directory. */
@Configuration(proxyBeanMethods = false)
class ExchangeConfiguration {

    @Bean
    ExchangeSpool exchangeSpool(FateHome home) {
        return new ExchangeSpool(home.exchange());
    }
}
