package io.fateflow.webapp.camunda;

import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.springframework.stereotype.Component;

import io.fateflow.worker.process.HostName;

/**
 * What the engine's log of its jobs calls this machine. By itself it asks the name service, and where that does not know the
 * machine, it writes a trace of a hundred lines at each start.
 */
@Component
final class EngineHostName extends AbstractProcessEnginePlugin {

    @Override
    public void preInit(ProcessEngineConfigurationImpl engine) {
        engine.setHostname(HostName.get());
    }
}
