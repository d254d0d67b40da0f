package io.fateflow.webapp.camunda;

import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.process.HostName;

import static org.assertj.core.api.Assertions.assertThat;

class EngineHostNameTest {

    @Test
    void theEngineNeedNotAskForItsName() {
        ProcessEngineConfigurationImpl engine = new StandaloneProcessEngineConfiguration();

        new EngineHostName().preInit(engine);

        assertThat(engine.getHostname()).isEqualTo(HostName.get());
    }
}
