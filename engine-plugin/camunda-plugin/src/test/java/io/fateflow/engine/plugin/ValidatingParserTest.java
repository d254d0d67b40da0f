package io.fateflow.engine.plugin;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import org.camunda.bpm.engine.ParseException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.bpmn.deployer.BpmnDeployer;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParser;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cfg.StandaloneInMemProcessEngineConfiguration;
import org.camunda.bpm.engine.impl.util.xml.Element;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the engine's own parser reads and refuses, ours does. */
final class ValidatingParserTest {

    private static final ProcessEngineConfigurationImpl ENGINE = new StandaloneInMemProcessEngineConfiguration();
    private static final List<Class<?>> READ_BY = new ArrayList<>();
    private static BpmnParser own;
    private static BpmnParser ours;

    @BeforeAll
    static void build() {
        ENGINE.setJdbcUrl("jdbc:h2:mem:parsers");
        ENGINE.setProcessEngineName("parsers");
        ENGINE.setBpmnParseFactory(XmlOnly::new);
        ENGINE.buildProcessEngine();
        own = deployer().getBpmnParser();
        ValidatingParser.replaceIn(ENGINE);
        ours = deployer().getBpmnParser();
        assertThat(ours).isNotSameAs(own).isInstanceOf(ValidatingParser.class);
    }

    @AfterAll
    static void close() {
        ENGINE.getProcessEngine().close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<startEvent id='s'/><sequenceFlow id='f' sourceRef='s' targetRef='e'/><endEvent id='e'/>",
                "<startEvent id='s'><unknown/></startEvent>",
                "<startEvent id='s' colour='red'/>",
                "<startEvent id='s'/><startEvent id='s'/>",
                "<sequenceFlow id='f' sourceRef='s'/>",
                "<startEvent id='not an id'/>",
                "<userTask id='t' c:assignee='a'><extensionElements><c:formData/></extensionElements></userTask>",
                "<userTask id='t'><multiInstanceLoopCharacteristics isSequential='perhaps'/></userTask>",
                "<nothingOfBpmn xmlns='urn:else'/>"
            })
    void readsAndRefusesTheSame(String content) {
        String file = """
                <definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL' targetNamespace='t'
                    xmlns:c='http://camunda.org/schema/1.0/bpmn'>
                  <process id='p' isExecutable='true'>%s</process>
                </definitions>
                """.formatted(content);

        assertThat(told(ours, file)).isEqualTo(told(own, file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE definitions [<!ENTITY e SYSTEM '%1$s'>]><definitions %2$s>&e;</definitions>",
                "<!DOCTYPE definitions [<!ENTITY %% e SYSTEM '%1$s'> %%e;]><definitions %2$s/>",
                "<!DOCTYPE definitions SYSTEM '%1$s'><definitions %2$s/>",
                "<definitions %2$s xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='urn:else %1$s'/>"
            })
    void asksNobodyForWhatAFileNames(String file) throws IOException {
        AtomicInteger calls = new AtomicInteger();
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", call -> {
            calls.incrementAndGet();
            call.sendResponseHeaders(404, -1);
            call.close();
        });
        elsewhere.start();
        try {
            String url = "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/";
            String named =
                    file.formatted(url, "xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL' targetNamespace='t'");

            assertThat(told(ours, named)).isEqualTo(told(own, named));
            assertThat(calls).hasValue(0);
        } finally {
            elsewhere.stop(0);
        }
    }

    @Test
    void isTheOneThatDeploymentsAreReadBy() {
        READ_BY.clear();

        ENGINE.getRepositoryService()
                .createDeployment()
                .addModelInstance(
                        "a.bpmn", Bpmn.createExecutableProcess("a").startEvent().done())
                .deploy();

        assertThat(READ_BY).containsExactly(ValidatingParser.class);
    }

    /** Problems with their places, and all elements with their attributes, those that the schema adds included. */
    private static List<String> told(BpmnParser parser, String file) {
        return ENGINE.getCommandExecutorTxRequired().execute(context -> {
            BpmnParse parse = parser.createParse();
            parse.sourceString(file);
            try {
                parse.execute();
            } catch (ParseException e) {
                assertThat(parse.getProblems()).isNotEmpty();
            } catch (ProcessEngineException e) {
                return List.of(e.getMessage());
            }
            List<String> told = new ArrayList<>();
            parse.getProblems()
                    .forEach(problem ->
                            told.add(problem.getLine() + ":" + problem.getColumn() + " " + problem.getMessage()));
            describe(parse.getRootElement(), told);
            return told;
        });
    }

    private static void describe(Element element, List<String> told) {
        told.add(element.getUri() + " " + element.getTagName() + " " + element.getLine());
        element.attributes().stream().sorted().forEach(name -> told.add(name + "=" + element.attribute(name)));
        element.elements().forEach(child -> describe(child, told));
    }

    /** What the engine makes of the elements is the same code in both. */
    private static final class XmlOnly extends BpmnParse {

        XmlOnly(BpmnParser parser) {
            super(parser);
            READ_BY.add(parser.getClass());
        }

        @Override
        protected void parseRootElement() {}
    }

    private static BpmnDeployer deployer() {
        return ENGINE.getDeployers().stream()
                .filter(BpmnDeployer.class::isInstance)
                .map(BpmnDeployer.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
