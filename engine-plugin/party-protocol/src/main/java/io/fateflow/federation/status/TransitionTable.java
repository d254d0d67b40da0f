package io.fateflow.federation.status;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which status may follow which.
 *
 * @param <S> the status type
 */
public final class TransitionTable<S extends Enum<S>> {

    private final String name;
    private final Map<S, Set<S>> allowed;

    private TransitionTable(String name, Map<S, Set<S>> allowed) {
        this.name = name;
        this.allowed = allowed;
    }

    static <S extends Enum<S>> Builder<S> named(String name, Class<S> type) {
        return new Builder<>(name, type);
    }

    public boolean allows(S from, S to) {
        return allowedFrom(from).contains(to);
    }

    public Set<S> allowedFrom(S from) {
        return allowed.getOrDefault(from, Set.of());
    }

    /** The statuses from which {@code to} may be reached in one move. */
    public Set<S> sourcesOf(S to) {
        Set<S> sources = EnumSet.noneOf(to.getDeclaringClass());
        allowed.forEach((from, targets) -> {
            if (targets.contains(to)) {
                sources.add(from);
            }
        });
        return sources;
    }

    /** The table as a PlantUML state diagram. */
    public String diagram() {
        StringBuilder text = new StringBuilder("@startuml\ntitle " + name + "\n");
        allowed.forEach(
                (from, targets) -> targets.forEach(to -> text.append("%s --> %s%n".formatted(wire(from), wire(to)))));
        return text.append("@enduml\n").toString();
    }

    private String wire(S status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    static final class Builder<S extends Enum<S>> {
        private final String name;
        private final Class<S> type;
        private final Map<S, Set<S>> allowed;

        private Builder(String name, Class<S> type) {
            this.name = name;
            this.type = type;
            this.allowed = new EnumMap<>(type);
        }

        @SafeVarargs
        final Builder<S> from(S from, S... targets) {
            Set<S> set = EnumSet.noneOf(type);
            for (S target : targets) {
                set.add(target);
            }
            allowed.put(from, set);
            return this;
        }

        TransitionTable<S> build() {
            return new TransitionTable<>(name, allowed);
        }
    }
}
