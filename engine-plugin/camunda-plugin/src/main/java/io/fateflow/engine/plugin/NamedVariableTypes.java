package io.fateflow.engine.plugin;

import java.util.Set;

import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.impl.variable.ValueTypeResolverImpl;
import org.camunda.bpm.engine.variable.type.ValueType;
import org.jspecify.annotations.Nullable;

/** The types of variables that a caller may name. A serialized object is none of them: its text chooses a class to make. */
final class NamedVariableTypes extends ValueTypeResolverImpl {

    private static final Set<String> REFUSED = Set.of(ValueType.OBJECT.getName());

    @Override
    public @Nullable ValueType typeForName(String name) {
        if (REFUSED.contains(name)) {
            throw new BadUserRequestException(
                    "FFB-5210 variables of type Object are refused: an object of a class that the"
                            + " sender names would be made in the server\nWhat to do: send a variable of type Json or String");
        }
        return super.typeForName(name);
    }
}
