package io.fateflow.engine.plugin;

import java.util.Set;

import org.camunda.bpm.dmn.engine.DmnDecision;
import org.camunda.bpm.dmn.engine.DmnDecisionRequirementsGraph;
import org.camunda.bpm.dmn.engine.DmnEngineException;
import org.camunda.bpm.dmn.engine.impl.DmnDecisionTableInputImpl;
import org.camunda.bpm.dmn.engine.impl.DmnDecisionTableOutputImpl;
import org.camunda.bpm.dmn.engine.impl.DmnDecisionTableRuleImpl;
import org.camunda.bpm.dmn.engine.impl.spi.transform.DmnTransformListener;
import org.camunda.bpm.model.dmn.instance.Decision;
import org.camunda.bpm.model.dmn.instance.Definitions;
import org.camunda.bpm.model.dmn.instance.Input;
import org.camunda.bpm.model.dmn.instance.Output;
import org.camunda.bpm.model.dmn.instance.Rule;
import org.camunda.bpm.model.xml.instance.DomElement;

/**
 * Refuses any decision with expressions in another language than FEEL: those are evaluated with the rights of this program, and
 * could run code of their author. It looks whenever the engine reads a decision, so one that has come into the database in
 * another way is not evaluated either.
 */
final class DmnGuard implements DmnTransformListener {

    private static final String LANGUAGE = "expressionLanguage";

    /** FEEL, and the names it has had; nothing is FEEL, too. */
    private static final Set<String> FEEL = Set.of(
            "",
            "feel",
            "http://www.omg.org/spec/FEEL/20140401",
            "http://www.omg.org/spec/DMN/20151101/dmn.xsd",
            "https://www.omg.org/spec/DMN/20180521/FEEL/",
            "https://www.omg.org/spec/DMN/20191111/FEEL/");

    @Override
    public void transformDecisionRequirementsGraph(Definitions definitions, DmnDecisionRequirementsGraph graph) {
        check(definitions.getDomElement());
    }

    @Override
    public void transformDecision(Decision decision, DmnDecision transformed) {
        check(decision.getModelInstance().getDocument().getRootElement());
    }

    @Override
    public void transformDecisionTableInput(Input input, DmnDecisionTableInputImpl transformed) {
        check(input.getDomElement());
    }

    @Override
    public void transformDecisionTableOutput(Output output, DmnDecisionTableOutputImpl transformed) {
        check(output.getDomElement());
    }

    @Override
    public void transformDecisionTableRule(Rule rule, DmnDecisionTableRuleImpl transformed) {
        check(rule.getDomElement());
    }

    private static void check(DomElement element) {
        String language = element.getAttribute(LANGUAGE);
        if (language != null && !FEEL.contains(language.strip())) {
            throw new DmnEngineException(
                    "FFB-5140 the decision is refused: element %s has an expression in %s, and only FEEL is allowed\nWhat to do: write it in FEEL"
                            .formatted(element.getLocalName(), language));
        }
        element.getChildElements().forEach(DmnGuard::check);
    }
}
