package io.fateflow.webapp.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.fateflow.webapp.provider.RunnableModules;
import io.fateflow.worker.component.Components;

/** The built-in components, what programs run, and what the Python of FATE installations runs. */
record SiteModules(WorkerProperties worker, SiteProviders providers) implements RunnableModules {

    @Override
    public boolean canRun(String module) {
        return worker.runsProgram(module) || Components.installed(module).isPresent();
    }

    @Override
    public Map<String, Set<String>> installations() {
        Map<String, Set<String>> installations = new LinkedHashMap<>();
        providers.names().forEach(name -> installations.put(name, providers.modules(name)));
        return installations;
    }
}
