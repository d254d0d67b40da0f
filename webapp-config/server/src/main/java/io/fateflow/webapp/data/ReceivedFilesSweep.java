package io.fateflow.webapp.data;

import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Looks after received files now and then. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class ReceivedFilesSweep {

    private final ReceivedFiles files;

    ReceivedFilesSweep(ReceivedFiles files) {
        this.files = files;
    }

    @Scheduled(initialDelayString = "PT10S", fixedDelayString = "PT10S")
    void sweep() {
        files.sweep();
    }
}
