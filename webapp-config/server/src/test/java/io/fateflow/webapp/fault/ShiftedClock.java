package io.fateflow.webapp.fault;

import java.time.Clock;
import java.time.Duration;

import org.springframework.beans.factory.config.BeanPostProcessor;

/** Part of a server in a test only: the time of its whole site, its engine's included, is ahead. */
public class ShiftedClock implements BeanPostProcessor {

    public static final Duration AHEAD = Duration.ofMinutes(10);

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Clock clock && name.equals("clock") ? Clock.offset(clock, AHEAD) : bean;
    }
}
