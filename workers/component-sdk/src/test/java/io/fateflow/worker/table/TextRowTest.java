package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TextRowTest {

    @ParameterizedTest
    @CsvSource({
        "0.254879,0.254879",
        "-7,-7",
        "+.5,0.5",
        "5.,5",
        "1e-3,0.001",
        "' 2 ',2",
        "nan,NaN",
        "NaN,NaN",
        "-inf,-Infinity",
        "Infinity,Infinity",
        "12345678901234567890123456789012345678901234567890,1.2345678901234567E49"
    })
    void readsNumbersAsPythonDoes(String text, Double number) {
        assertThat(row(text).number(0)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x", "1d", "2f", "0x10", "1,5", "1 2", "e", "--1", "١", "1e"})
    void refusesWhatIsNoNumberWithoutShowingIt(String text) {
        assertThatThrownBy(() -> row(text).number(0))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage(null);
    }

    @Test
    void readsEveryDoubleToItsLastBit() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(row(Double.toString(value)).number(0))
                        .as("seed %d", seed)
                        .isEqualTo(value);
            }
        }
    }

    @Test
    void readsWholeNumbersOnly() {
        assertThat(row(" -12 ").integer(0)).isEqualTo(-12);
        assertThatThrownBy(() -> row("1.0").integer(0))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage(null);
    }

    @Test
    void partsValuesAnew() {
        TextRow row = row("a||b", "", "c");
        row.split(bytes(","), bytes("||"));
        assertThat(row.size()).isEqualTo(2);
        assertThat(row.text(1)).isEqualTo("b,,c");

        row.split(1, bytes(","), row);
        assertThat(row.size()).isEqualTo(3);
        assertThat(row.length(1)).isZero();
        assertThat(row.text(2)).isEqualTo("c");
    }

    private static TextRow row(String... values) {
        TextRow row = new TextRow();
        row.resize(values.length);
        for (int place = 0; place < values.length; place++) {
            byte[] padded = bytes("<" + values[place] + ">");
            row.point(place, padded, 1, padded.length - 1);
        }
        return row;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
