package io.fateflow.webapp.fault;

import java.time.Clock;
import java.time.Duration;

import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Part of a server in a test only: its clock, and its engine's, are ahead. */
public class ShiftedClock implements BeanPostProcessor {

    public static final Duration AHEAD = Duration.ofMinutes(10);

    public ShiftedClock() {
        ClockUtil.offset(AHEAD.toMillis());
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Clock clock ? Clock.offset(clock, AHEAD) : bean;
    }
}
