package io.fateflow.webapp.camunda;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.process.MaintenanceSwitch;
import io.fateflow.engine.process.QueueService;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.repair.DoctorRepairs;

/** What looks at the site, keeps it in order and repairs it. */
@Configuration(proxyBeanMethods = false)
class OperatorConfiguration {

    @Bean
    MaintenanceSwitch maintenanceSwitch(FateFlowEngine engine) {
        return engine.operators().maintenance();
    }

    @Bean
    QueueService queueService(FateFlowEngine engine) {
        return engine.operators().queues();
    }

    @Bean
    FileRetentions fileKeepers(FateFlowEngine engine) {
        return engine.operators().files();
    }

    @Bean
    OldJobs oldJobs(FateFlowEngine engine) {
        return engine.operators().oldJobs();
    }

    @Bean
    Doctor doctor(FateFlowEngine engine) {
        return engine.operators().doctor();
    }

    @Bean
    DoctorRepairs doctorRepairs(FateFlowEngine engine) {
        return engine.operators().repairs();
    }
}
