package io.fateflow.tools.bench;

import org.springframework.context.annotation.Bean;

/** Part of the server in a bench only: the watched data source, and a call that does nothing. */
class BenchConfiguration {

    @Bean
    static WriteCount writeCount() {
        return new WriteCount();
    }

    @Bean
    EmptyEndpoint emptyEndpoint() {
        return new EmptyEndpoint();
    }
}
