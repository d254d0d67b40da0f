package io.fateflow.engine.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The only classes of which the engine may make objects out of a stored or sent text: they hold data and do nothing. Any
 * other class has a constructor, setters or getters that its author never meant for a stranger.
 */
final class PlainTypes {

    private static final Set<String> ALLOWED = Stream.of(
                    Object.class,
                    String.class,
                    Boolean.class,
                    Integer.class,
                    Long.class,
                    Double.class,
                    ArrayList.class,
                    List.class,
                    HashMap.class,
                    LinkedHashMap.class,
                    TreeMap.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    private PlainTypes() {}

    /** @param name of a class, as the engine asks for each that a text mentions */
    static boolean allow(String name) {
        return ALLOWED.contains(name);
    }
}
