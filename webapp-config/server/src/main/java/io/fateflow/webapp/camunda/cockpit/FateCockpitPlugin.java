package io.fateflow.webapp.camunda.cockpit;

import java.util.Set;

import org.camunda.bpm.cockpit.plugin.spi.impl.AbstractCockpitPlugin;

/** Adds FATE's jobs to Cockpit; found by the service loader. */
public final class FateCockpitPlugin extends AbstractCockpitPlugin {

    static final String ID = "fate";

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public Set<Class<?>> getResourceClasses() {
        return Set.of(FatePluginResource.class);
    }
}
