package io.fateflow.webapp.exchange;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.engine.executor.SiteNodes;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.node.NodeLife;

/** The spool is in the home directory. */
@Configuration(proxyBeanMethods = false)
class ExchangeConfiguration {

    @Bean
    ExchangeSpool exchangeSpool(FateHome home, SiteNodes nodes, NodeLife life) {
        ExchangeSpool spool = new ExchangeSpool(home.exchange(), file -> {
            if (life.hasOthers()) {
                nodes.dataArrived(file);
            }
        });
        nodes.onData(spool::arrivedElsewhere);
        return spool;
    }
}
