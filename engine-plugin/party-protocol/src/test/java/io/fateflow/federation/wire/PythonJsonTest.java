package io.fateflow.federation.wire;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Expected values were made with {@code json.dumps(json.loads(text))} of Python 3.11. */
final class PythonJsonTest {

    private static String dumped(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        String dumped = PythonJson.dumps(WireText.read(bytes));
        StringBuilder streamed = new StringBuilder();
        WireText.rewrite(bytes, BodyLimit.SMALL, streamed);
        assertThat(streamed.toString()).isEqualTo(dumped);
        return dumped;
    }

    @ParameterizedTest
    @CsvSource({
        "100.0, 100.0",
        "1e2, 100.0",
        "1e-05, 1e-05",
        "0.0001, 0.0001",
        "0.00012345, 0.00012345",
        "1e15, 1000000000000000.0",
        "1e16, 1e+16",
        "123456789012345678.0, 1.2345678901234568e+17",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "5e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "2.0e-3, 0.002",
        "-0.0, -0.0",
        "-0, 0",
        "1e400, Infinity",
        "-Infinity, -Infinity",
        "NaN, NaN",
        "0.1, 0.1",
        "3.14159, 3.14159",
        "123456789012345678901234567890, 123456789012345678901234567890"
    })
    void writesNumbersAsPythonDoes(String json, String python) {
        assertThat(dumped(json)).isEqualTo(python);
    }

    @Test
    void writesSeparatorsAndKeepsTheOrderOfKeys() {
        assertThat(dumped("{\"b\":[1,2.50,{}],\"a\":{\"x\":null,\"y\":[true,false]},\"b2\":[]}"))
                .isEqualTo("{\"b\": [1, 2.5, {}], \"a\": {\"x\": null, \"y\": [true, false]}, \"b2\": []}");
    }

    @Test
    void theLastOfEqualKeysCountsAtTheFirstOnesPlace() {
        assertThat(PythonJson.dumps(WireText.read("{\"a\":1,\"b\":2,\"a\":3}".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("{\"a\": 3, \"b\": 2}");
    }

    @Test
    void escapesWhateverIsNotPrintableAscii() {
        assertThat(PythonJson.dumps(TextNode.valueOf("\"\\/\b\f\n\r\t\u0001\u007fé中\uD83D\uDE00")))
                .isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u00e9\\u4e2d\\ud83d\\ude00\"");
        assertThat(dumped("\"\\ud800\"")).isEqualTo("\"\\ud800\"");
    }

    @Test
    void anyDoubleIsReadBackAsItself() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(PythonJson.repr(value)))
                        .as("seed %d", seed)
                        .isEqualTo(value);
            }
        }
    }
}
