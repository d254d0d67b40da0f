package io.fateflow.webapp.tracing;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.plugin.FateFlowEngine;

/**
 * Traces, where OpenTelemetry's own settings name a collector: as environment ({@code OTEL_EXPORTER_OTLP_ENDPOINT}), or as
 * properties of the same names ({@code otel.exporter.otlp.endpoint}).
 */
@Configuration(proxyBeanMethods = false)
@Conditional(TracingConfiguration.CollectorNamed.class)
class TracingConfiguration {

    /** HTTP, since the program brings no other transport; metrics are Prometheus's, logs are the log's. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.service.name",
            "fate-flow-bpm",
            "otel.exporter.otlp.protocol",
            "http/protobuf",
            "otel.metrics.exporter",
            "none",
            "otel.logs.exporter",
            "none");

    static final Duration PATIENCE = Duration.ofSeconds(5);

    static final class CollectorNamed extends AnyNestedCondition {

        CollectorNamed() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty("otel.exporter.otlp.endpoint")
        static final class ForAll {}

        @ConditionalOnProperty("otel.exporter.otlp.traces.endpoint")
        static final class ForTraces {}
    }

    @Bean
    JobTracing jobTracing(FateFlowEngine engine, JdbcTemplate jdbc, Clock clock, Environment environment) {
        GivenIds ids = new GivenIds();
        OpenTelemetrySdk telemetry = telemetry(environment, ids);
        JobSpans spans = new JobSpans(new EndedWork(jdbc), telemetry.getTracer("io.fateflow"), ids, clock);
        JobTracing tracing = new JobTracing(spans, telemetry, PATIENCE);
        engine.jobEnds().register(tracing::ended);
        return tracing;
    }

    static OpenTelemetrySdk telemetry(Environment environment, GivenIds ids) {
        Map<String, String> settings = new LinkedHashMap<>(DEFAULTS);
        Binder.get(environment)
                .bind("otel", Bindable.mapOf(String.class, String.class))
                .ifBound(named -> named.forEach((name, value) -> settings.put("otel." + name, value)));
        return AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> settings)
                .addTracerProviderCustomizer((provider, config) -> provider.setIdGenerator(ids))
                .disableShutdownHook()
                .build()
                .getOpenTelemetrySdk();
    }
}
