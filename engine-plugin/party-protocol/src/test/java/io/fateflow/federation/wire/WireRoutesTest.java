package io.fateflow.federation.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class WireRoutesTest {

    private static final ObjectNode EMPTY = JsonNodeFactory.instance.objectNode();
    private static final String TASK = "/v1/party/j/c/j_c/0/host/10000/";

    @ParameterizedTest
    @MethodSource("io.fateflow.federation.wire.Calls#all")
    void everyCallIsReadBackAsItself(WireCall call) {
        ObjectNode body =
                WireText.body(WireText.read(PythonJson.dumps(call.body()).getBytes(StandardCharsets.UTF_8)));

        assertThat(WireRoutes.parse(call.path(), body)).contains(call);
        assertThat(WireRoutes.parse(call.path() + "/", body)).contains(call);
    }

    /** A call without a route could be made, but never sent. */
    @Test
    void everyCallThereIsHasARoute() {
        List<Class<?>> tested =
                Calls.all().stream().<Class<?>>map(Object::getClass).toList();

        assertThat(kinds(WireCall.class)).isNotEmpty().allSatisfy(kind -> assertThat(tested)
                .contains(kind));
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(WireRoutesTest::leaves)
                : Stream.of(type);
    }

    private static List<Class<?>> kinds(Class<?> type) {
        return leaves(type).toList();
    }

    @Test
    void pathsAreFateFlows() {
        assertThat(new JobCall.ApplyResource(Calls.JOB).path())
                .isEqualTo("/v1/party/202601021530450000010/host/10000/resource/apply");
        assertThat(new TaskCall.CleanTask(Calls.TASK, "metrics").path())
                .isEqualTo("/v1/party/202601021530450000010/a_0/202601021530450000010_a_0/1/host/10000/clean/metrics");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/job/query",
                "/v1/party",
                "/v1/party/",
                "/v1/party/j/host/10000",
                "/v1/party/j/host/10000/",
                "/v1/party/j/host/10000/explode",
                "/v1/party//host/10000/start",
                "/v2/party/j/host/10000/start",
                "party/j/host/10000/start",
                ""
            })
    void whatIsNoCallIsNone(String path) {
        assertThat(WireRoutes.parse(path, EMPTY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/party/j/host/ten/start",
                "/v1/party/j/host/99999999999999999999/start",
                "/v1/party/j/host/10000/status/happy",
                "/v1/party/../host/10000/start",
                "/v1/party/a%2Fb/host/10000/start",
                "/v1/party/j/ho st/10000/start",
                "/v1/party/j/c/j_c/one/host/10000/start",
                "/v1/party/j/c/j_c/-1/host/10000/start",
                TASK + "clean/everything",
                TASK + "status/ready"
            })
    void valuesThatCannotBeAreRefused(String path) {
        assertThatThrownBy(() -> WireRoutes.parse(path, EMPTY)).isInstanceOf(WireFormatException.class);
    }

    @Test
    void aBodyThatIsNoJsonObjectIsRefused() {
        assertThatThrownBy(() -> WireText.read("{\"a\":".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("not JSON");
        assertThatThrownBy(() -> WireText.read(new byte[] {'"', (byte) 0xff, '"'}))
                .isInstanceOf(WireFormatException.class);
        assertThatThrownBy(() -> WireText.body(WireText.read("[1]".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("not a JSON object");
        assertThat(WireText.body(WireText.read("null".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(EMPTY);
        assertThat(WireText.body(WireText.read(new byte[0]))).isEqualTo(EMPTY);
    }

    @Test
    void answersAreCompactWithSortedKeysAndWithoutNulls() {
        Answer answer = new Answer(0, "success", EMPTY.deepCopy().put("b", 1).put("a", 2));

        String text = new String(WireText.write(answer), StandardCharsets.UTF_8);

        assertThat(text).isEqualTo("{\"data\":{\"a\":2,\"b\":1},\"retcode\":0,\"retmsg\":\"success\"}\n");
        assertThat(WireText.answer(WireText.write(answer))).isEqualTo(answer);
        assertThat(WireText.write(Answer.success())).hasSize(33);
    }

    @Test
    void anAnswerWithoutRetcodeIsNone() {
        assertThatThrownBy(() -> WireText.answer("<html>".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(WireFormatException.class);
        assertThatThrownBy(() -> WireText.answer("{\"status\":404}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("no retcode");
    }
}
