package io.fateflow.webapp.camunda;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.springframework.stereotype.Component;

/**
 * Lets go of the files that the engine's statements were read from: MyBatis keeps each as a tree for parts that other statements
 * include, and all have them by now. It was a sixth of the heap after a start.
 */
@Component
final class ParsedStatements extends AbstractProcessEnginePlugin {

    @Override
    public void postProcessEngineBuild(ProcessEngine engine) {
        if (engine.getProcessEngineConfiguration() instanceof ProcessEngineConfigurationImpl configuration) {
            configuration
                    .getSqlSessionFactory()
                    .getConfiguration()
                    .getSqlFragments()
                    .clear();
        }
    }
}
