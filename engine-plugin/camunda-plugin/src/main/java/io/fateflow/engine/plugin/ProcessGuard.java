package io.fateflow.engine.plugin;

import java.util.Locale;
import java.util.Set;

import org.camunda.bpm.engine.BpmnParseException;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParser;
import org.camunda.bpm.engine.impl.cfg.BpmnParseFactory;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * Refuses any process that takes the place of one of ours, or could run code of its author: expressions, scripts and delegate classes other than ours. The
 * engine evaluates expressions with the rights of this program, so a deployment must not bring any.
 *
 * <p>It looks before the engine does: the engine's listeners are called when classes that a process names have been made.
 */
final class ProcessGuard implements BpmnParseFactory {

    /** The only expressions there are: variables that our own steps set, and the business key. */
    private static final Set<String> EXPRESSIONS = Set.of(
            "${dagDefinition}",
            "${jobTimeout}",
            "${lookAgain}",
            "${autoRetryDelay}",
            "${collectEvery}",
            "${approver}",
            "${escalateAfter}",
            "${remindEvery}",
            "${expireAfter}",
            "#{execution.processBusinessKey}");

    private static final Set<String> FORBIDDEN_ELEMENTS = Set.of("script", "scriptTask", "import");
    private static final Set<String> FORBIDDEN_ATTRIBUTES =
            Set.of("delegateExpression", "expression", "language", "scriptFormat", "resource");

    private static final String OURS = "fate-";

    private final Set<String> delegates;

    /** @param delegates names of the classes that a process may call */
    ProcessGuard(Set<String> delegates) {
        this.delegates = Set.copyOf(delegates);
    }

    @Override
    public BpmnParse createBpmnParse(BpmnParser parser) {
        return new BpmnParse(parser) {
            @Override
            protected void parseRootElement() {
                if (deployment != null && deployment.isNew() && isFromOutside()) {
                    checkIds(rootElement);
                }
                check(rootElement);
                super.parseRootElement();
            }
        };
    }

    /** What this program deploys is deployed at its start, for nobody, or within a step, whoever started that. */
    private static boolean isFromOutside() {
        return Context.getCommandContext().getAuthentication() != null && Context.getCoreExecutionContext() == null;
    }

    /** The engine starts the newest process of an id: this program's would not be started any more. */
    private static void checkIds(Element root) {
        for (Element element : root.elements()) {
            if (element.getTagName().equals("process")
                    && attribute(element, "id").toLowerCase(Locale.ROOT).startsWith(OURS)) {
                throw new BpmnParseException(
                        "FFB-5234 the process %s is refused: ids that begin with %s are this program's\nWhat to do: give it another id"
                                .formatted(attribute(element, "id"), OURS),
                        element);
            }
        }
    }

    private void check(Element element) {
        if (FORBIDDEN_ELEMENTS.contains(element.getTagName())) {
            throw refused(
                    element,
                    element.getTagName().startsWith("script") ? "scripts are not allowed" : "it is not allowed");
        }
        if (EngineExtensions.isOurs(element.getUri())) {
            EngineExtensions.refusal(element).ifPresent(why -> {
                throw refused(element, why);
            });
        }
        checkText(element, element.getText());
        element.attributes().forEach(name -> checkAttribute(element, name));
        element.elements().forEach(this::check);
    }

    private void checkAttribute(Element element, String qualifiedName) {
        int end = qualifiedName.lastIndexOf(':');
        String name = qualifiedName.substring(end + 1);
        String value = attribute(element, qualifiedName);
        if (FORBIDDEN_ATTRIBUTES.contains(name)) {
            throw refused(element, name + " is not allowed");
        }
        if (name.equals("class") && !delegates.contains(value)) {
            throw refused(element, "the class " + value + " is none of this program's delegates");
        }
        if (end > 0 && EngineExtensions.isOurs(qualifiedName.substring(0, end))) {
            EngineExtensions.refusal(name, value).ifPresent(why -> {
                throw refused(element, why);
            });
        }
        checkText(element, value);
    }

    private static String attribute(Element element, String name) {
        String value = element.attribute(name);
        return value == null ? "" : value;
    }

    private static void checkText(Element element, String text) {
        if ((text.contains("${") || text.contains("#{")) && !EXPRESSIONS.contains(text.strip())) {
            throw refused(element, "expressions are not allowed");
        }
    }

    /** The engine reports it as an error of the deployed file, as its own: who deploys by REST gets 400. */
    private static BpmnParseException refused(Element element, String why) {
        return new BpmnParseException(
                "FFB-2010 the process is refused: element %s in line %d: %s"
                        .formatted(element.getTagName(), element.getLine(), why),
                element);
    }
}
