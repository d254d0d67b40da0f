package io.fateflow.webapp.tracking;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Knows the defaults of modules. */
@FunctionalInterface
public interface EffectiveParameters {

    /**
     * What is in force of a component: what was given, over the module's defaults.
     *
     * @param task {@code component_parameters} of a task: the module, the party, its job's parties, and under
     *     {@code ComponentParam} what was given
     * @return with FATE's bookkeeping of what was given; what was given alone if the module's defaults are not known here
     */
    ObjectNode of(ObjectNode task);
}
