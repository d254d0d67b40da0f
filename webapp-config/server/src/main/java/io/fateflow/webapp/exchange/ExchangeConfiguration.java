package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.transfer.DiskSpace;
import io.fateflow.transfer.EndedSessions;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.StoredTransferRights;
import io.fateflow.transfer.TransferRights;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.node.NodeHeartbeat;

/** The spool is in the home directory. */
@Configuration(proxyBeanMethods = false)
class ExchangeConfiguration {

    /** Other servers that share the home may be writing: what nobody has touched for so long, nobody finishes. */
    private static final Duration ABANDONED_AFTER = Duration.ofMinutes(10);

    @Bean
    ExchangeSpool exchangeSpool(FateHome home, ExchangeProperties exchange, NodeMembership nodes, NodeHeartbeat life)
            throws IOException {
        ExchangeSpool spool = new ExchangeSpool(
                home.exchange(), new DiskSpace(exchange.keepFree().toBytes()), file -> {
                    if (life.hasOthers()) {
                        nodes.dataArrived(file);
                    }
                });
        nodes.onData(spool::arrivedElsewhere);
        nodes.onMissed(spool::lookAgain);
        spool.clean(Instant.now().minus(ABANDONED_AFTER));
        return spool;
    }

    @Bean
    EndedSessions endedSessions(JdbcTemplate jdbc) {
        return new EndedSessions(jdbc);
    }

    @Bean
    TransferRights transferRights(JdbcTemplate jdbc) {
        return new StoredTransferRights(jdbc);
    }
}
