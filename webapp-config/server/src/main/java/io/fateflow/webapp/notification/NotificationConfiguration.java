package io.fateflow.webapp.notification;

import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.engine.notification.NotificationCounts;
import io.fateflow.engine.notification.NotificationDispatcher;
import io.fateflow.engine.notification.NotificationTrials;
import io.fateflow.engine.plugin.FateFlowEngine;

/** Delivers notifications while the server runs: from when all of it is there until it goes. */
@Configuration(proxyBeanMethods = false)
class NotificationConfiguration {

    @Bean
    NotificationTrials notificationTrials(FateFlowEngine engine) {
        return engine.notifications().trials();
    }

    @Bean
    NotificationCounts notificationCounts(FateFlowEngine engine) {
        return engine.notifications().counts();
    }

    @Bean
    SmartLifecycle notificationDeliveries(FateFlowEngine engine) {
        return new Deliveries(engine.notifications().dispatcher());
    }

    /** Last to begin, first to end: what is under way is written down while there is a database. */
    private static final class Deliveries implements SmartLifecycle {

        private final NotificationDispatcher dispatcher;
        private volatile boolean running;

        Deliveries(NotificationDispatcher dispatcher) {
            this.dispatcher = dispatcher;
        }

        @Override
        public void start() {
            dispatcher.start();
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            dispatcher.close();
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }
}
