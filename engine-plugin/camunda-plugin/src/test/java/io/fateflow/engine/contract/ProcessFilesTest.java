package io.fateflow.engine.contract;

import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.BaseElement;
import org.camunda.bpm.model.bpmn.instance.FlowElement;
import org.camunda.bpm.model.bpmn.instance.ServiceTask;
import org.camunda.bpm.model.bpmn.instance.bpmndi.BpmnEdge;
import org.camunda.bpm.model.bpmn.instance.bpmndi.BpmnShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The process files are BPMN by the schema, and everything in them can be seen. */
final class ProcessFilesTest {

    static Stream<String> deployed() {
        return Stream.of(
                "fate-job",
                "fate-task",
                "fate-party-task",
                "fate-report",
                "fate-command",
                "fate-collect",
                "fate-foreign-job",
                "fate-consent",
                "fate-long-wait",
                "fate-housekeeping");
    }

    static Stream<String> drawn() {
        return Stream.concat(deployed(), Stream.of("fate-notify", "fate-dag-example"));
    }

    private static BpmnModelInstance read(String name) {
        InputStream file = ProcessFilesTest.class.getResourceAsStream("/io/fateflow/bpmn/" + name + ".bpmn");
        assertThat(file).as(name).isNotNull();
        BpmnModelInstance model = Bpmn.readModelFromStream(file);
        Bpmn.validateModel(model);
        return model;
    }

    @ParameterizedTest
    @MethodSource("drawn")
    void everyElementIsDrawn(String name) {
        BpmnModelInstance model = read(name);
        Set<String> drawn = new TreeSet<>();
        model.getModelElementsByType(BpmnShape.class)
                .forEach(shape -> drawn.add(shape.getBpmnElement().getId()));
        model.getModelElementsByType(BpmnEdge.class)
                .forEach(edge -> drawn.add(edge.getBpmnElement().getId()));

        assertThat(model.getModelElementsByType(FlowElement.class))
                .extracting(BaseElement::getId)
                .allSatisfy(id -> assertThat(drawn).contains(id));
    }

    @ParameterizedTest
    @MethodSource("deployed")
    void aServiceTaskIsNamedAsItsClass(String name) {
        assertThat(read(name).getModelElementsByType(ServiceTask.class))
                .filteredOn(task -> task.getCamundaClass() != null)
                .isNotEmpty()
                .allSatisfy(task -> {
                    String type = task.getCamundaClass()
                            .substring(task.getCamundaClass().lastIndexOf('.') + 1);
                    assertThat(task.getName().replace(" ", "")).isEqualToIgnoringCase(type);
                });
    }
}
