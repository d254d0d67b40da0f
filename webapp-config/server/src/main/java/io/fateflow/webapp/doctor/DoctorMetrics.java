package io.fateflow.webapp.doctor;

import java.util.EnumMap;
import java.util.Map;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Severity;

/** Has the doctor look from time to time, at the whole audit log after each start only: the number of findings as a metric, a new kind of error in the log, once. */
@Component
class DoctorMetrics implements MeterBinder {

    private static final Logger LOG = LoggerFactory.getLogger(DoctorMetrics.class);

    private final SiteDoctor doctor;
    private volatile Map<Severity, Integer> counts = Map.of();

    DoctorMetrics(SiteDoctor doctor) {
        this.doctor = doctor;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Severity severity : Severity.values()) {
            Gauge.builder("fate.doctor.findings", () -> counts.getOrDefault(severity, 0))
                    .tag("severity", severity.wire())
                    .description("what the doctor has found at its last look")
                    .register(registry);
        }
    }

    @Scheduled(initialDelayString = "PT1M", fixedDelayString = "PT5M")
    void look() {
        Map<Severity, Integer> found = new EnumMap<>(Severity.class);
        for (Finding finding : doctor.lookAtNew()) {
            found.merge(finding.rule().severity(), 1, Integer::sum);
        }
        int errors = found.getOrDefault(Severity.ERROR, 0);
        if (errors > counts.getOrDefault(Severity.ERROR, 0)) {
            LOG.error("the doctor has {} errors of this site: see doctor, or GET /v1/doctor", errors);
        }
        counts = Map.copyOf(found);
    }
}
