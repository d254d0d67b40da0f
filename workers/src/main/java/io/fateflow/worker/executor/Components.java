package io.fateflow.worker.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

import io.fateflow.worker.component.Component;

/** Finds a component by its module's name among all that are installed. */
final class Components {

    private Components() {}

    static Component find(String module) {
        List<String> others = new ArrayList<>();
        for (Component component : ServiceLoader.load(Component.class)) {
            if (component.module().equalsIgnoreCase(module)) {
                return component;
            }
            others.add(component.module());
        }
        throw new IllegalArgumentException("this executor has no module \"" + module + "\", only " + others
                + "; configure a command for it at the worker");
    }
}
