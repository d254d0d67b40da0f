package io.fateflow.webapp.camunda;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.variable.Variables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is sent as a variable never becomes an object of a class that the sender names. */
@ServerTest
class VariableTypesTest {

    private static final AtomicBoolean MADE = new AtomicBoolean();

    @Autowired
    private Caller caller;

    @Autowired
    private RuntimeService runtime;

    @Autowired
    private RepositoryService repository;

    /** Does more than it should, as the classes do that attackers look for. */
    public static final class Gadget {

        public Gadget() {
            MADE.set(true);
        }

        public String getText() {
            MADE.set(true);
            return "";
        }
    }

    @BeforeEach
    void nothingMade() {
        MADE.set(false);
    }

    @Test
    void aJobIsNotStartedWithAnObjectVariable() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        object(body.putObject("variables").putObject("dsl"));

        HttpResponse<String> answer = post("process-definition/key/fate-job/start", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("FFB-5210", "type Object", "Json or String");
        assertThat(MADE).isFalse();
    }

    @Test
    void theCompilingStepNamesAVariableThatIsASerializedObject() {
        var variables = Variables.createVariables()
                .putValueTyped(
                        "dsl",
                        Variables.serializedObjectValue("{\"text\": \"abc\"}")
                                .objectTypeName(Gadget.class.getName())
                                .serializationDataFormat("application/json")
                                .create())
                .putValue("runtimeConf", "{}");

        assertThatThrownBy(() -> runtime.startProcessInstanceByKey("fate-job", variables))
                .hasMessageContaining("FFB-5211")
                .hasMessageContaining("the variable dsl")
                .hasMessageContaining(Gadget.class.getName());
        assertThat(MADE).isFalse();
    }

    @Test
    void anObjectOfAStrangeClassIsNotMadeWhenAVariableIsRead() {
        String instance = waiting();
        runtime.setVariable(
                instance,
                "v",
                Variables.serializedObjectValue("{\"text\": \"abc\"}")
                        .objectTypeName(Gadget.class.getName())
                        .serializationDataFormat("application/json")
                        .create());

        assertThatThrownBy(() -> runtime.getVariable(instance, "v")).hasStackTraceContaining("not whitelisted");
        assertThat(MADE).isFalse();
        runtime.deleteProcessInstance(instance, "test");
    }

    private String waiting() {
        repository.createDeployment().addString("waits.bpmn", """
                        <definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL' targetNamespace='t'
                            xmlns:camunda='http://camunda.org/schema/1.0/bpmn'>
                          <process id='waits' isExecutable='true' camunda:historyTimeToLive='P1D'>
                            <startEvent id='s'/><sequenceFlow id='f' sourceRef='s' targetRef='t'/><userTask id='t'/>
                          </process>
                        </definitions>""").deploy();
        return runtime.startProcessInstanceByKey("waits").getId();
    }

    private static void object(ObjectNode variable) {
        variable.put("type", "Object").put("value", "{\"text\": \"abc\"}");
        variable.putObject("valueInfo")
                .put("objectTypeName", Gadget.class.getName())
                .put("serializationDataFormat", "application/json");
    }

    private HttpResponse<String> post(String path, ObjectNode body) {
        return caller.send(caller.request("/engine-rest/" + path, "admin", ServerTest.PASSWORD)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString())));
    }
}
