package io.fateflow.engine.plugin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.camunda.bpm.engine.ArtifactFactory;
import org.camunda.bpm.engine.delegate.JavaDelegate;

/** The delegates that processes may name, each with its parts already in place. */
final class Delegates implements ArtifactFactory {

    private final Map<Class<?>, JavaDelegate> byClass = new HashMap<>();

    Delegates(List<JavaDelegate> delegates) {
        delegates.forEach(delegate -> byClass.put(delegate.getClass(), delegate));
    }

    Set<String> names() {
        return byClass.keySet().stream().map(Class::getName).collect(Collectors.toSet());
    }

    @Override
    public <T> T getArtifact(Class<T> type) {
        JavaDelegate delegate = byClass.get(type);
        if (delegate == null) {
            throw new IllegalArgumentException("FFB-2010 " + type.getName() + " is none of this program's delegates");
        }
        return type.cast(delegate);
    }
}
