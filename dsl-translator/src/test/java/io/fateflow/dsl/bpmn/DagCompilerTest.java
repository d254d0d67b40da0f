package io.fateflow.dsl.bpmn;

import java.awt.Rectangle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.CallActivity;
import org.camunda.bpm.model.bpmn.instance.EndEvent;
import org.camunda.bpm.model.bpmn.instance.ParallelGateway;
import org.camunda.bpm.model.bpmn.instance.Process;
import org.camunda.bpm.model.bpmn.instance.SequenceFlow;
import org.camunda.bpm.model.bpmn.instance.bpmndi.BpmnEdge;
import org.camunda.bpm.model.bpmn.instance.bpmndi.BpmnShape;
import org.camunda.bpm.model.bpmn.instance.camunda.CamundaIn;
import org.camunda.bpm.model.bpmn.instance.dc.Bounds;
import org.camunda.bpm.model.bpmn.instance.di.Waypoint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DagCompilerTest {

    private final DagCompiler compiler = new DagCompiler();

    /** A fork, a join, two sources and two sinks. */
    private static Map<String, SortedSet<String>> sample() {
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        upstream.put("reader_0", before());
        upstream.put("reader_1", before());
        upstream.put("intersection_0", before("reader_0", "reader_1"));
        upstream.put("hetero_feature_binning_0", before("intersection_0"));
        upstream.put("hetero_lr_0", before("intersection_0", "hetero_feature_binning_0"));
        upstream.put("evaluation_0", before("hetero_lr_0"));
        upstream.put("statistics_0", before("intersection_0"));
        return upstream;
    }

    private static SortedSet<String> before(String... names) {
        return new TreeSet<>(List.of(names));
    }

    @Test
    void writesTheGoldenDocument() throws IOException {
        String xml = compiler.compile(sample()).xml();
        Files.writeString(Path.of("target", "fork-join.bpmn"), xml);

        try (InputStream golden = getClass().getResourceAsStream("/golden/fork-join.bpmn")) {
            assertThat(xml)
                    .as("if the change is meant, take target/fork-join.bpmn and raise ShapeKey's format")
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void makesAProcessThatCamundaTakes() {
        BpmnModelInstance model = read(compiler.compile(sample()));

        Process process = model.getModelElementsByType(Process.class).iterator().next();
        assertThat(process.isExecutable()).isTrue();
        assertThat(process.getCamundaHistoryTimeToLiveString()).isEqualTo("P30D");
        assertThat(model.getModelElementsByType(ParallelGateway.class))
                .extracting(ParallelGateway::getId)
                .containsExactlyInAnyOrder("fork_start", "join_2", "fork_2", "join_4");
        assertThat(model.getModelElementsByType(EndEvent.class)).hasSize(2);
    }

    @Test
    void makesEachComponentACallOfTheTaskProcess() {
        BpmnModelInstance model = read(compiler.compile(sample()));

        assertThat(model.getModelElementsByType(CallActivity.class)).hasSize(7).allSatisfy(call -> {
            assertThat(call.getCalledElement()).isEqualTo("fate-task");
            assertThat(call.isCamundaAsyncBefore()).isTrue();
            assertThat(call.getExtensionElements()
                            .getElementsQuery()
                            .filterByType(CamundaIn.class)
                            .list())
                    .extracting(CamundaIn::getCamundaBusinessKey)
                    .containsExactly("#{execution.processBusinessKey}");
        });
    }

    @Test
    void drawsEveryNodeAndFlow() {
        BpmnModelInstance model = read(compiler.compile(sample()));

        assertThat(model.getModelElementsByType(BpmnShape.class)).hasSize(7 + 4 + 2 + 1);
        assertThat(model.getModelElementsByType(BpmnEdge.class)).hasSize(15);
    }

    @Test
    void drawsNothingOverAnotherThing() {
        Map<String, SortedSet<String>> large = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) {
            large.put("c" + i, i < 3 ? before() : before("c" + i / 2, "c" + i / 3, "c" + (i - 1)));
        }
        for (Map<String, SortedSet<String>> shape : List.of(sample(), large)) {
            List<Rectangle> boxes = read(compiler.compile(shape)).getModelElementsByType(BpmnShape.class).stream()
                    .map(BpmnShape::getBounds)
                    .map(b -> new Rectangle(
                            b.getX().intValue(),
                            b.getY().intValue(),
                            b.getWidth().intValue(),
                            b.getHeight().intValue()))
                    .toList();

            assertThat(boxes).allSatisfy(box -> assertThat(boxes.stream().filter(box::intersects))
                    .containsExactly(box));
        }
    }

    @Test
    void meetsNodesInTheMiddleOfTheirSides() {
        CompiledDag compiled = compiler.compile(sample());
        BpmnModelInstance model = read(compiled);

        assertThat(model.getModelElementsByType(BpmnEdge.class)).allSatisfy(edge -> {
            SequenceFlow flow = (SequenceFlow) edge.getBpmnElement();
            List<Waypoint> points = List.copyOf(edge.getWaypoints());
            Bounds source = ((BpmnShape) flow.getSource().getDiagramElement()).getBounds();
            assertThat(points.get(0).getX()).isEqualTo(source.getX() + source.getWidth());
            assertThat(points.get(0).getY()).isEqualTo(source.getY() + source.getHeight() / 2);
        });
    }

    @Test
    void namesActivitiesAfterTheirPlaceInTheShape() {
        assertThat(compiler.compile(sample()).activityIds())
                .containsEntry("reader_0", "c_0")
                .containsEntry("intersection_0", "c_2");
    }

    @Test
    void givesTheSameDocumentForAnotherOrderOfDeclaration() {
        CompiledDag compiled = compiler.compile(sample());

        assertThat(compiler.compile(new TreeMap<>(sample()))).isEqualTo(compiled);
        assertThat(compiled.key()).matches("fate-dag-[0-9a-f]{32}");
    }

    @Test
    void compilesInSeveralThreadsAtOnce() {
        CompiledDag compiled = compiler.compile(sample());

        assertThat(IntStream.range(0, 200).parallel().mapToObj(i -> compiler.compile(sample())))
                .containsOnly(compiled);
    }

    @Test
    void givesAnotherKeyForAnotherShape() {
        Map<String, SortedSet<String>> other = sample();
        other.put("statistics_0", before("reader_0"));

        assertThat(compiler.compile(other).key())
                .isNotEqualTo(compiler.compile(sample()).key());
    }

    @Test
    void writesLettersBeyondTheBasicPlane() {
        CompiledDag compiled = compiler.compile(Map.of("\uD835\uDC00组件", before()));

        assertThat(read(compiled).getModelElementsByType(CallActivity.class))
                .extracting(CallActivity::getName)
                .containsExactly("\uD835\uDC00组件");
    }

    @Test
    void refusesWhatIsNoDag() {
        assertThatIllegalArgumentException().isThrownBy(() -> compiler.compile(Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> compiler.compile(Map.of("${x}", before())));
        assertThatIllegalArgumentException().isThrownBy(() -> compiler.compile(Map.of("a", before("b"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> compiler.compile(Map.of("a", before("b"), "b", before("a"))));
    }

    private static BpmnModelInstance read(CompiledDag compiled) {
        return Bpmn.readModelFromStream(new ByteArrayInputStream(compiled.xml().getBytes(StandardCharsets.UTF_8)));
    }
}
