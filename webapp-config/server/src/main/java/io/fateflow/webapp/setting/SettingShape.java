package io.fateflow.webapp.setting;

import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** What may be set below a name, as Spring Boot binds it to a type. */
sealed interface SettingShape {

    /** The first element of a name, from an index on, that nothing is bound to; empty if all of it is bound. */
    Optional<Misfit> misfit(ConfigurationPropertyName name, int index);

    /** Whether the rest of an environment variable's name, without what separates its words, may be bound. */
    boolean fits(String rest);

    /**
     * An element that nothing is bound to.
     *
     * @param index of it in the name
     * @param others what there is instead
     */
    record Misfit(int index, SortedSet<String> others) {}

    /** @param type of a setting, or of what has settings */
    static SettingShape of(Type type) {
        if (type instanceof Class<?> group && group.isRecord()) {
            return Group.of(group);
        }
        if (type instanceof ParameterizedType many && many.getRawType() instanceof Class<?> raw) {
            Type[] of = many.getActualTypeArguments();
            if (Map.class.isAssignableFrom(raw) || Collection.class.isAssignableFrom(raw)) {
                return of[of.length - 1] instanceof Class<?> element && element.isRecord()
                        ? new Each(Group.of(element))
                        : new Anything();
            }
        }
        return new Single();
    }

    /** One value. */
    record Single() implements SettingShape {
        @Override
        public Optional<Misfit> misfit(ConfigurationPropertyName name, int index) {
            return index == name.getNumberOfElements()
                    ? Optional.empty()
                    : Optional.of(new Misfit(index, new TreeSet<>()));
        }

        @Override
        public boolean fits(String rest) {
            return rest.isEmpty();
        }
    }

    /** Values of any keys, or of a list. */
    record Anything() implements SettingShape {
        @Override
        public Optional<Misfit> misfit(ConfigurationPropertyName name, int index) {
            return Optional.empty();
        }

        @Override
        public boolean fits(String rest) {
            return true;
        }
    }

    /** Groups of any keys, or a list of them. */
    record Each(Group group) implements SettingShape {
        @Override
        public Optional<Misfit> misfit(ConfigurationPropertyName name, int index) {
            return index == name.getNumberOfElements() ? Optional.empty() : group.misfit(name, index + 1);
        }

        @Override
        public boolean fits(String rest) {
            // where the key ends nobody can tell
            return true;
        }
    }

    /** @param named by their names with dashes */
    record Group(SortedMap<String, SettingShape> named) implements SettingShape {

        static Group of(Class<?> type) {
            Group group = new Group(new TreeMap<>());
            group.add(type);
            return group;
        }

        void add(Class<?> type) {
            for (Parameter parameter : BeanUtils.getResolvableConstructor(type).getParameters()) {
                named.put(nameOf(parameter), SettingShape.of(parameter.getParameterizedType()));
            }
        }

        private static String nameOf(Parameter parameter) {
            Name given = parameter.getAnnotation(Name.class);
            return given == null ? DataObjectPropertyName.toDashedForm(parameter.getName()) : given.value();
        }

        /** The group of that name within this one. */
        Group within(String name) {
            return (Group) named.computeIfAbsent(name, missing -> new Group(new TreeMap<>()));
        }

        @Override
        public Optional<Misfit> misfit(ConfigurationPropertyName name, int index) {
            if (index >= name.getNumberOfElements()) {
                return Optional.empty();
            }
            String element = name.getElement(index, Form.UNIFORM);
            return named.entrySet().stream()
                    .filter(entry -> plain(entry.getKey()).equals(element))
                    .findFirst()
                    .map(entry -> entry.getValue().misfit(name, index + 1))
                    .orElseGet(() -> Optional.of(new Misfit(index, new TreeSet<>(named.keySet()))));
        }

        @Override
        public boolean fits(String rest) {
            return rest.isEmpty()
                    || named.entrySet().stream().anyMatch(entry -> {
                        String name = plain(entry.getKey());
                        return rest.startsWith(name) && entry.getValue().fits(rest.substring(name.length()));
                    });
        }

        private static String plain(String name) {
            return name.replace("-", "");
        }
    }
}
