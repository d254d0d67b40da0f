package io.fateflow.engine.plugin;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * What a process may say in the engine's own namespaces. A list of what is allowed, not of what is not: the engine has a dozen
 * ways to name a class, a script or an expression, and another version may have one more.
 */
final class EngineExtensions {

    /** Camunda's own, the two older ones that it reads just the same, and Operaton's, which reads Camunda's beside it. */
    private static final Set<String> NAMESPACES = Set.of(
            "http://camunda.org/schema/1.0/bpmn",
            "http://activiti.org/bpmn",
            "http://www.camunda.com/fox",
            "http://operaton.org/schema/1.0/bpmn");

    private static final Set<String> ELEMENTS = Set.of(
            "constraint",
            "entry",
            "executionListener",
            "failedJobRetryTimeCycle",
            "formData",
            "formField",
            "formProperty",
            "in",
            "inputOutput",
            "inputParameter",
            "list",
            "map",
            "out",
            "outputParameter",
            "potentialStarter",
            "properties",
            "property",
            "taskListener",
            "validation",
            "value");

    /** Of BPMN elements; {@code class} and {@code type} have rules of their own beside this. */
    private static final Set<String> ATTRIBUTES = Set.of(
            "assignee",
            "async",
            "asyncAfter",
            "asyncBefore",
            "calledElementBinding",
            "calledElementTenantId",
            "calledElementVersion",
            "calledElementVersionTag",
            "candidateGroups",
            "candidateStarterGroups",
            "candidateStarterUsers",
            "candidateUsers",
            "class",
            "collection",
            "dueDate",
            "elementVariable",
            "errorCodeVariable",
            "errorMessageVariable",
            "escalationCodeVariable",
            "exclusive",
            "failedJobRetryTimeCycle",
            "followUpDate",
            "formKey",
            "formRef",
            "formRefBinding",
            "formRefVersion",
            "historyTimeToLive",
            "initiator",
            "isStartableInTasklist",
            "jobPriority",
            "priority",
            "taskPriority",
            "topic",
            "type",
            "variableEvents",
            "variableName",
            "versionTag");

    /** Of the elements above, which write them without a prefix. */
    private static final Set<String> INNER_ATTRIBUTES = Set.of(
            "businessKey",
            "class",
            "config",
            "datePattern",
            "default",
            "defaultValue",
            "event",
            "id",
            "key",
            "label",
            "local",
            "name",
            "readable",
            "required",
            "source",
            "sourceExpression",
            "target",
            "type",
            "value",
            "variable",
            "variables",
            "writable",
            "writeable");

    /** Checks that the engine brings; any other names a class. */
    private static final Set<String> CONSTRAINTS =
            Set.of("required", "readonly", "minlength", "maxlength", "min", "max");

    private EngineExtensions() {}

    static boolean isOurs(String namespace) {
        return NAMESPACES.contains(namespace);
    }

    /** Why an element of the engine's namespaces must not be there. */
    static Optional<String> refusal(Element element) {
        String tag = element.getTagName();
        if (!ELEMENTS.contains(tag)) {
            return Optional.of("it is not allowed");
        }
        if (tag.equals("constraint") && !CONSTRAINTS.contains(String.valueOf(element.attribute("name")))) {
            return Optional.of("a validator of its own is not allowed");
        }
        return element.attributes().stream()
                .filter(name -> !INNER_ATTRIBUTES.contains(name.substring(name.lastIndexOf(':') + 1)))
                .map(name -> "the attribute " + name + " is not allowed")
                .findFirst();
    }

    /** Why an attribute of the engine's namespaces must not be there, or not with this value. */
    static Optional<String> refusal(String name, String value) {
        if (!ATTRIBUTES.contains(name) && !INNER_ATTRIBUTES.contains(name)) {
            return Optional.of("the attribute " + name + " is not allowed");
        }
        if (name.equals("type") && !value.equalsIgnoreCase("external")) {
            return Optional.of("tasks of type " + value + " are not allowed");
        }
        // its scripts would run in the browser of whoever opens the task
        return name.equals("formKey") && value.strip().toLowerCase(Locale.ROOT).startsWith("embedded:")
                ? Optional.of("embedded forms are not allowed")
                : Optional.empty();
    }
}
