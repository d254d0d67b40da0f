package io.fateflow.webapp.bench;

import javax.sql.DataSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

/** Part of the server in a bench only: the watched data source. */
class BenchConfiguration {

    @Bean
    static WriteCount writeCount() {
        return new WriteCount();
    }

    @Bean
    static BeanPostProcessor watchedDataSource(WriteCount count) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource source ? count.around(source) : bean;
            }
        };
    }
}
