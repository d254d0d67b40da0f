package io.fateflow.webapp.exchange;

import java.io.IOException;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.federation.channel.DiskSpace;
import io.fateflow.engine.federation.channel.ExchangeSpool;
import io.fateflow.engine.federation.channel.ParcelRights;
import io.fateflow.engine.federation.channel.StoredParcelRights;
import io.fateflow.webapp.home.FateHome;

/** The spool is in the home directory. */
@Configuration(proxyBeanMethods = false)
class ExchangeConfiguration {

    @Bean
    ExchangeSpool exchangeSpool(FateHome home, ExchangeProperties exchange) throws IOException {
        ExchangeSpool spool = new ExchangeSpool(
                home.exchange(), new DiskSpace(exchange.keepFree().toBytes()));
        spool.clean();
        return spool;
    }

    @Bean
    ParcelRights parcelRights(JdbcTemplate jdbc) {
        return new StoredParcelRights(jdbc);
    }
}
