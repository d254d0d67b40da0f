package io.fateflow.webapp.onejar;

import java.lang.reflect.InvocationTargetException;
import java.util.Objects;

/**
 * The main class of the jar: starts the program by a class loader that knows which of its jars has which class. Started from
 * anything else, such as a directory with all jars, it starts the program as it is.
 */
public final class OneJar {

    private static final String PROGRAM = "io.fateflow.webapp.FateFlowBpm";

    private OneJar() {}

    public static void main(String... arguments) throws Throwable {
        ClassLoader found = OneJar.class.getClassLoader();
        ClassLoader loader = IndexedClassLoader.instead(found).orElse(found);
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class.forName(PROGRAM, true, loader)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw Objects.requireNonNullElse(e.getCause(), e);
        }
    }
}
