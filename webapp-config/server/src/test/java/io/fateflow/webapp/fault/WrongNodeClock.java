package io.fateflow.webapp.fault;

import java.time.Clock;
import java.time.Duration;

import org.springframework.beans.factory.config.BeanPostProcessor;

/** Part of a server in a test only: its machine's own clock is ahead, and nobody else's. */
public class WrongNodeClock implements BeanPostProcessor {

    public static final Duration AHEAD = Duration.ofMinutes(5);

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Clock clock && name.equals("nodeClock") ? Clock.offset(clock, AHEAD) : bean;
    }
}
