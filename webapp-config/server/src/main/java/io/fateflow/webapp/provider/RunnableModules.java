package io.fateflow.webapp.provider;

import java.util.Map;
import java.util.Set;

/** Knows what this site can run. */
public interface RunnableModules {

    /**
     * Whether a built-in component, or a program that an operator has set, runs it.
     *
     * @param module FATE's name, compared without regard to case
     */
    boolean canRun(String module);

    /** FATE installations by name and version, each with the modules that some worker could import. */
    Map<String, Set<String>> installations();
}
