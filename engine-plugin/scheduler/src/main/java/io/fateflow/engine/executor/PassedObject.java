package io.fateflow.engine.executor;

import java.util.Map;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.impl.variable.serializer.AbstractTypedValueSerializer;
import org.camunda.bpm.engine.impl.variable.serializer.TypedValueSerializer;
import org.camunda.bpm.engine.impl.variable.serializer.ValueFields;
import org.camunda.bpm.engine.variable.impl.type.AbstractValueTypeImpl;
import org.camunda.bpm.engine.variable.impl.value.UntypedValueImpl;
import org.camunda.bpm.engine.variable.type.ValueType;
import org.camunda.bpm.engine.variable.value.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * What one step passes to the next one of the same transaction, as an argument that goes through the engine. It is a transient
 * variable: the engine writes it nowhere, and it is gone with the transaction.
 */
public final class PassedObject implements TypedValue {

    private static final long serialVersionUID = 1;

    private static final ValueType TYPE = new Type();
    private static final PassedObject TAKEN = new PassedObject(null);

    private final transient @Nullable Object object;

    private PassedObject(@Nullable Object object) {
        this.object = object;
    }

    /** Takes what was passed, so that it is there for one step only; empty if nothing was. */
    public static <T> Optional<T> take(DelegateExecution execution, Class<T> type) {
        TypedValue passed = execution.getVariableTyped(nameOf(type));
        if (!(passed instanceof PassedObject argument)) {
            return Optional.empty();
        }
        execution.removeVariable(nameOf(type));
        Object object = argument.object;
        return object == null ? Optional.empty() : Optional.of(type.cast(object));
    }

    /** Passes an object to the next step. */
    public static void pass(DelegateExecution execution, Object object) {
        execution.setVariable(nameOf(object.getClass()), new PassedObject(object));
    }

    /** Variables that pass an object to the first step of what is started, completed or told with them. */
    public static Map<String, Object> passing(Object object) {
        return Map.of(nameOf(object.getClass()), new PassedObject(object));
    }

    /** To be given to the engine's configuration. */
    public static TypedValueSerializer<?> serializer() {
        return new Serializer();
    }

    private static String nameOf(Class<?> type) {
        return "passed" + type.getSimpleName();
    }

    @Override
    public @Nullable Object getValue() {
        return object;
    }

    @Override
    public ValueType getType() {
        return TYPE;
    }

    @Override
    public boolean isTransient() {
        return true;
    }

    private static final class Type extends AbstractValueTypeImpl {

        private static final long serialVersionUID = 1;

        Type() {
            super("passed");
        }

        @Override
        public boolean isPrimitiveValueType() {
            return false;
        }

        @Override
        public Map<String, Object> getValueInfo(TypedValue value) {
            return Map.of();
        }

        /** Nobody outside this program passes anything. */
        @Override
        public TypedValue createValue(@Nullable Object value, @Nullable Map<String, Object> info) {
            throw new IllegalArgumentException("variables of type passed are this program's own");
        }
    }

    /** There is nothing to be written. */
    private static final class Serializer extends AbstractTypedValueSerializer<PassedObject> {

        Serializer() {
            super(TYPE);
        }

        @Override
        public String getName() {
            return TYPE.getName();
        }

        @Override
        protected boolean canWriteValue(@Nullable TypedValue value) {
            return value instanceof PassedObject;
        }

        @Override
        public void writeValue(PassedObject value, ValueFields fields) {}

        /** The engine looks at what was removed before it sets it anew. */
        @Override
        public PassedObject readValue(ValueFields fields, boolean deserialize, boolean asTransient) {
            return TAKEN;
        }

        @Override
        public PassedObject convertToTypedValue(UntypedValueImpl untyped) {
            return new PassedObject(untyped.getValue());
        }
    }
}
