package io.fateflow.webapp.provider;

/** Knows what this site can run: the built-in components, and programs that an operator has set. */
@FunctionalInterface
public interface RunnableModules {

    /** @param module FATE's name, compared without regard to case */
    boolean canRun(String module);
}
