package io.fateflow.tools.client;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TextTableTest {

    private static final String ID = "202611242149370000010";
    private static final String REASON = "guest 9999: reader_0 has failed, because there is no table experiment.guest";

    private final TextTable table = new TextTable("JOB", "STATUS", "CREATED", "WHAT", "WHY")
            .row(ID, "success", "2026-11-24 21:49:37", "credit", "")
            .row(ID, "failed", "2026-11-24 21:50:01", "credit", REASON);

    @ParameterizedTest
    @ValueSource(ints = {3, 10, 20, 40, 60, 80, 100, 120, 200})
    void noLineIsLongerThanTheTerminal(int columns) {
        assertThat(table.lines(columns)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
    }

    @Test
    void whereThereIsRoomNothingIsCut() {
        assertThat(table.lines(Integer.MAX_VALUE)).hasSize(3).last().asString().endsWith("credit  " + REASON);
    }

    @Test
    void aLongTextGivesFirstAndAnIdNever() {
        assertThat(table.lines(100)).hasSize(3).last().satisfies(line -> assertThat(line)
                .startsWith(ID + "  failed   2026-11-24 21:50:01  credit  guest 9999: reader_0")
                .endsWith("…")
                .hasSize(100));
    }

    @Test
    void onANarrowTerminalARowGoesOnInTheNextLine() {
        assertThat(table.lines(40))
                .isEqualTo(List.of(
                        "JOB                    STATUS",
                        "  CREATED              WHAT",
                        "  WHY",
                        ID + "  success",
                        "  2026-11-24 21:49:37  credit",
                        ID + "  failed",
                        "  2026-11-24 21:50:01  credit",
                        "  guest 9999: reader_0 has failed, beca…"));
    }
}
