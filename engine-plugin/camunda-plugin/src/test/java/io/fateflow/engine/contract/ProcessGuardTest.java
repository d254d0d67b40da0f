package io.fateflow.engine.contract;

import java.util.Map;

import org.camunda.bpm.engine.ParseException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A deployment can't bring code of its own. */
final class ProcessGuardTest {

    private static TestSite site;

    @BeforeAll
    static void openSite() {
        site = TestSite.on(Database.H2);
    }

    @AfterAll
    static void closeSite() {
        site.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<bpmn:serviceTask id='t' camunda:expression='${x}'/>",
                "<bpmn:serviceTask id='t' camunda:delegateExpression='x'/>",
                "<bpmn:serviceTask id='t' camunda:class='java.lang.Runtime'/>",
                "<bpmn:serviceTask id='t' camunda:type='external' camunda:topic='${x}'/>",
                "<bpmn:scriptTask id='t' scriptFormat='groovy'><bpmn:script>1</bpmn:script></bpmn:scriptTask>",
                "<bpmn:scriptTask id='t'><bpmn:script>1</bpmn:script></bpmn:scriptTask>",
                "<bpmn:serviceTask id='t' camunda:type='shell'><bpmn:extensionElements><camunda:field name='command'"
                        + " stringValue='id'/></bpmn:extensionElements></bpmn:serviceTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:taskListener event='create'><camunda:script"
                        + " scriptFormat='groovy'>1</camunda:script></camunda:taskListener></bpmn:extensionElements>"
                        + "</bpmn:userTask>",
                "<bpmn:userTask id='t' name='a' camunda:assignee='#{x}'/>",
                "<bpmn:callActivity id='t' calledElement='a ${dagDefinition}'/>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:executionListener event='start'"
                        + " class='java.lang.Runtime'/></bpmn:extensionElements></bpmn:userTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:inputOutput><camunda:inputParameter name='p'>"
                        + "${x}</camunda:inputParameter></camunda:inputOutput></bpmn:extensionElements></bpmn:userTask>",
                "<bpmn:userTask id='t' camunda:formHandlerClass='java.lang.Runtime'/>",
                "<bpmn:userTask id='t' xmlns:o='http://operaton.org/schema/1.0/bpmn' o:formHandlerClass='java.lang.Runtime'/>",
                "<bpmn:callActivity id='t' calledElement='p' camunda:variableMappingClass='java.lang.Runtime'/>",
                "<bpmn:callActivity id='t' calledElement='p' camunda:variableMappingDelegateExpression='x'/>",
                "<bpmn:serviceTask id='t' camunda:type='Shell'/>",
                "<bpmn:serviceTask id='t' camunda:type='MAIL'/>",
                "<bpmn:serviceTask id='t' xmlns:a='http://activiti.org/bpmn' a:type='sHell'/>",
                "<bpmn:serviceTask id='t' xmlns:a='http://activiti.org/bpmn' a:class='java.lang.Runtime'/>",
                "<bpmn:businessRuleTask id='t' camunda:decisionRef='x'/>",
                "<bpmn:callActivity id='t' camunda:caseRef='x'/>",
                "<bpmn:userTask id='t' camunda:formKey='embedded:deployment:form.html'/>",
                "<bpmn:userTask id='t' camunda:resultVariable='x'/>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:formData><camunda:formField id='f' type='string'>"
                        + "<camunda:validation><camunda:constraint name='validator' config='java.lang.Runtime'/>"
                        + "</camunda:validation></camunda:formField></camunda:formData></bpmn:extensionElements>"
                        + "</bpmn:userTask>",
                "<bpmn:serviceTask id='t' camunda:type='external' camunda:topic='x'><bpmn:extensionElements>"
                        + "<camunda:errorEventDefinition id='e' errorRef='e' expression='x'/>"
                        + "</bpmn:extensionElements></bpmn:serviceTask>",
                "<bpmn:serviceTask id='t'><bpmn:extensionElements><camunda:connector><camunda:connectorId>http-connector"
                        + "</camunda:connectorId></camunda:connector></bpmn:extensionElements></bpmn:serviceTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:taskListener event='create'"
                        + " delegateExpression='x'/></bpmn:extensionElements></bpmn:userTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:taskListener event='create'"
                        + " class='java.lang.Runtime'/></bpmn:extensionElements></bpmn:userTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:taskListener event='create'>"
                        + "<camunda:field name='f' stringValue='x'/></camunda:taskListener></bpmn:extensionElements>"
                        + "</bpmn:userTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:inputOutput><camunda:inputParameter name='p'>"
                        + "<camunda:list><camunda:script scriptFormat='juel'>1</camunda:script></camunda:list>"
                        + "</camunda:inputParameter></camunda:inputOutput></bpmn:extensionElements></bpmn:userTask>",
                "<bpmn:userTask id='t'><bpmn:extensionElements><camunda:somethingNew/></bpmn:extensionElements>"
                        + "</bpmn:userTask>"
            })
    void refusesCodeOfTheAuthor(String task) {
        assertThatThrownBy(() -> deploy(task)).hasMessageContaining("FFB-2010");
        assertThat(site.engine()
                        .getRepositoryService()
                        .createDeploymentQuery()
                        .deploymentName("guarded")
                        .count())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fate-job", "fate-task", "fate-dag-0123456789abcdef", "FATE-job"})
    void refusesAProcessThatWouldTakeThePlaceOfOneOfOurs(String id) {
        assertThatThrownBy(() -> asAlice(() -> deployAs(id)))
                .isInstanceOf(ParseException.class)
                .hasMessageContaining("FFB-5234");
        asAlice(() -> deployAs("fates"));
    }

    @Test
    void whoStartsAJobOfANewShapeHasItDeployed() {
        asAlice(() -> site.engine()
                .getRuntimeService()
                .startProcessInstanceByKey(
                        "fate-job", Map.of("dsl", aJob().chainOf(3).dsl(), "runtimeConf", aJob().conf())));

        assertThat(site.jdbc().queryForObject("select count(*) from dag_definition", Integer.class))
                .isEqualTo(1);
    }

    private static void deployAs(String id) {
        site.engine()
                .getRepositoryService()
                .createDeployment()
                .addString(
                        "p.bpmn",
                        "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL' targetNamespace='t'"
                                + " xmlns:c='http://camunda.org/schema/1.0/bpmn'><process id='" + id
                                + "' isExecutable='true' c:historyTimeToLive='P1D'><startEvent id='s'/></process>"
                                + "</definitions>")
                .deploy();
    }

    private static void asAlice(Runnable action) {
        site.engine().getIdentityService().setAuthenticatedUserId("alice");
        try {
            action.run();
        } finally {
            site.engine().getIdentityService().clearAuthentication();
        }
    }

    @Test
    void acceptsAProcessWithoutCode() {
        deploy("<bpmn:userTask id='t' name='look at it' camunda:candidateGroups='g' camunda:dueDate='2030-01-01'"
                + " camunda:asyncBefore='true'><bpmn:extensionElements><camunda:formData><camunda:formField id='f'"
                + " type='long' label='How many'><camunda:validation><camunda:constraint name='min' config='1'/>"
                + "</camunda:validation></camunda:formField></camunda:formData><camunda:inputOutput>"
                + "<camunda:inputParameter name='p'>text</camunda:inputParameter></camunda:inputOutput>"
                + "</bpmn:extensionElements></bpmn:userTask>");

        assertThat(site.engine()
                        .getRepositoryService()
                        .createProcessDefinitionQuery()
                        .processDefinitionKey("p")
                        .count())
                .isPositive();
        site.engine()
                .getRepositoryService()
                .createDeploymentQuery()
                .deploymentName("guarded")
                .list()
                .forEach(deployment -> site.engine().getRepositoryService().deleteDeployment(deployment.getId(), true));
    }

    private static void deploy(String task) {
        String xml = """
                <bpmn:definitions xmlns:bpmn='http://www.omg.org/spec/BPMN/20100524/MODEL'
                    xmlns:camunda='http://camunda.org/schema/1.0/bpmn' targetNamespace='t' id='d'>
                  <bpmn:process id='p' isExecutable='true' camunda:historyTimeToLive='P1D'>
                    <bpmn:startEvent id='s'/>%s<bpmn:sequenceFlow id='f' sourceRef='s' targetRef='t'/>
                  </bpmn:process>
                </bpmn:definitions>""".formatted(task);
        site.engine()
                .getRepositoryService()
                .createDeployment()
                .name("guarded")
                .addString("p.bpmn", xml)
                .deploy();
    }
}
