package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes policies as a modeler does: a column for each input and output there is, and a row a rule, of which the first counts. */
final class PolicyFixture {

    private static final List<String> INPUTS = List.of(
            "initiator_party_id",
            "initiator_role",
            "role",
            "component",
            "table",
            "columns",
            "rows",
            "purpose",
            "hour",
            "weekday",
            "uses_last_30_days");

    private static final List<String> OUTPUTS = List.of(
            "decision",
            "reason",
            "approver",
            "four_eyes",
            "remind_after",
            "expire_after",
            "escalate_to",
            "escalate_after");

    private final List<Map<String, String>> rules = new ArrayList<>();

    static PolicyFixture aPolicy() {
        return new PolicyFixture();
    }

    /** What always asks. */
    static String asking() {
        return aPolicy().rule(Map.of(), "ask", "patients' data").dmn();
    }

    static String refusing() {
        return aPolicy().rule(Map.of(), "refuse", "patients' data").dmn();
    }

    static String allowing() {
        return aPolicy().rule(Map.of(), "allow", "").dmn();
    }

    /** @param inputs FEEL's unary tests, by input */
    PolicyFixture rule(Map<String, String> inputs, String decision, String reason) {
        Map<String, String> cells = new LinkedHashMap<>(inputs);
        cells.put("decision", '"' + decision + '"');
        cells.put("reason", reason.isEmpty() ? "" : '"' + reason + '"');
        rules.add(cells);
        return this;
    }

    /** Of the last rule, FEEL. */
    PolicyFixture with(String output, String feel) {
        rules.get(rules.size() - 1).put(output, feel);
        return this;
    }

    String dmn() {
        StringBuilder dmn = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="policy" name="Policy"
                    xmlns:camunda="http://camunda.org/schema/1.0/dmn" namespace="http://camunda.org/schema/1.0/dmn">
                  <decision id="fate-consent-policy" name="Policy" camunda:historyTimeToLive="P180D">
                    <decisionTable id="table" hitPolicy="FIRST">
                """);
        INPUTS.forEach(name -> dmn.append(
                        "<input id='in_%1$s'><inputExpression id='ex_%1$s'><text>%1$s</text>".formatted(name))
                .append("</inputExpression></input>"));
        OUTPUTS.forEach(name -> dmn.append("<output id='out_%1$s' name='%1$s'/>".formatted(name)));
        for (int i = 0; i < rules.size(); i++) {
            Map<String, String> rule = rules.get(i);
            dmn.append("<rule id='row_%d'>".formatted(i + 1));
            for (String name : INPUTS) {
                dmn.append(cell("inputEntry", i + "_in_" + name, rule.getOrDefault(name, "")));
            }
            for (String name : OUTPUTS) {
                dmn.append(cell("outputEntry", i + "_out_" + name, rule.getOrDefault(name, "")));
            }
            dmn.append("</rule>");
        }
        return dmn.append("</decisionTable></decision></definitions>").toString();
    }

    private static String cell(String element, String id, String text) {
        return "<%1$s id='c_%2$s'><text>%3$s</text></%1$s>"
                .formatted(
                        element,
                        id,
                        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    /** As by a modeler, engine REST or Cockpit. */
    static void deploy(TestSite site, String dmn) {
        site.engine()
                .getRepositoryService()
                .createDeployment()
                .name("policy")
                .addString("policy.dmn", dmn)
                .deploy();
    }

    /** There is none any more. */
    static void undeploy(TestSite site) {
        var repository = site.engine().getRepositoryService();
        repository
                .createDecisionDefinitionQuery()
                .decisionDefinitionKey("fate-consent-policy")
                .list()
                .forEach(decision -> repository.deleteDeployment(decision.getDeploymentId(), true));
    }
}
