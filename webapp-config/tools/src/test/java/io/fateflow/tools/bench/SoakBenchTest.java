package io.fateflow.tools.bench;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SoakBenchTest {

    private static final List<SoakLook.Seen> SEEN = List.of(
            new SoakLook.Seen(0, 20, 40, 100, 60, 90, 10, 5, 3), new SoakLook.Seen(2, 30, 80, 100, 60, 90, 400, 5, 3));

    @Test
    void theStartStandsBesideTheEnd() {
        assertThat(SoakBenchCommand.table(SEEN))
                .startsWith("| | at the start | after 2.00 h | times |\n|---|---:|---:|---:|\n")
                .contains("| hand-over p50, ms | 20.0 | 30.0 | 1.50 |", "| database, MB | 10.0 | 400 | 40.0 |");
    }

    @Test
    void aLookIsOneLineBeforeThereIsATable() {
        assertThat(SoakBenchCommand.line(SEEN.get(0)))
                .startsWith(
                        "0.00 h: hand-over p50 20.0 ms, hand-over p95 40.0 ms, heap 100 MB, threads 60.0, open files 90.0")
                .endsWith("jobs under way 3.00")
                .hasLineCount(1);
    }

    @Test
    void eachFigureIsALineOfItsOwn() {
        assertThat(SoakBenchCommand.chart(SEEN).toString())
                .containsOnlyOnce("2.00 hours of work")
                .contains(">hand-over p95<", ">list of jobs<");
    }

    @Test
    void whatWasMoreInBetweenIsSaid() {
        Chart chart = new Chart("").line("memory", "MB", List.of(0.0, 1.0, 2.0), List.of(10.0, 30.0, 20.0));

        assertThat(chart.toString()).containsOnlyOnce(">at most 30.0 MB<");
        assertThat(SoakBenchCommand.chart(SEEN).toString()).doesNotContain("at most");
    }
}
