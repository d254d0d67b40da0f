package io.fateflow.worker.component;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** All components that are installed: those on the class path. */
public final class Components {

    private Components() {}

    /** The component of a module, by FATE's name of it; compared without regard to case. */
    public static Optional<Component> installed(String module) {
        return all().filter(component -> component.module().equalsIgnoreCase(module))
                .findFirst();
    }

    /** The names of the modules that have a component. */
    public static List<String> modules() {
        return all().map(Component::module).toList();
    }

    /**
     * The component of a module.
     *
     * @throws ParameterException if there is none
     */
    public static Component find(String module) {
        return installed(module)
                .orElseThrow(() -> new ParameterException("this executor has no module \"" + module + "\", only "
                        + modules() + "; configure a command for it at the worker"));
    }

    /** All of them; each call makes new ones. */
    public static Stream<Component> all() {
        return ServiceLoader.load(Component.class).stream().map(ServiceLoader.Provider::get);
    }
}
