package io.fateflow.tools.view;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.client.Task;

import static org.assertj.core.api.Assertions.assertThat;

class JobViewTest {

    private final List<String> printed = new ArrayList<>();
    private TerminalSize size = new TerminalSize(80, 24);
    private final JobView view = new JobView(printed::add, true, () -> size);

    @Test
    void drawsOverWhatItHasDrawn() {
        view.show(List.of(task("reader_0", "running", null), task("reader_1", "waiting", null)));
        view.show(List.of(task("reader_0", "success", 5L), task("reader_1", "waiting", null)));

        assertThat(printed).hasSize(2);
        assertThat(printed.get(0)).doesNotContain("\u001b[2A");
        assertThat(printed.get(1)).startsWith("\u001b[2A\u001b[J");
        assertThat(plain(1))
                .containsExactly(
                        "  reader_0                 guest  9999   success in 5 ms",
                        "  reader_1                 guest  9999   waiting");
    }

    @Test
    void drawsNothingIfNothingHasChanged() {
        view.show(List.of(task("reader_0", "running", null)));
        view.show(List.of(task("reader_0", "running", null)));

        assertThat(printed).hasSize(1);
    }

    /** A line that wraps is two to go back, and the view would draw below itself. */
    @ParameterizedTest
    @ValueSource(ints = {36, 40, 44, 60})
    void aNarrowTerminalHasWholeStatusesInLinesThatDoNotWrap(int columns) {
        size = new TerminalSize(columns, 24);
        view.show(List.of(
                task("hetero_feature_binning_0", "success", 123_456L),
                task("hetero_feature_binning_1", "canceled", null),
                task("a_name_that_is_longer_than_its_column_27", "running", null)));

        assertThat(plain(0)).allSatisfy(line -> assertThat(line.length()).isLessThan(columns));
        assertThat(plain(0).get(0)).contains("_0 ").containsPattern("success( in 123456 ms)?$");
        assertThat(plain(0).get(1)).contains("_1 ").endsWith("canceled");
        assertThat(plain(0).get(2)).contains("_27 ").endsWith("running");
    }

    @Test
    void aTerminalThatHasBecomeNarrowerHasWrappedWhatWasDrawn() {
        view.show(List.of(task("reader_0", "success", 5L)));
        size = new TerminalSize(40, 24);
        view.show(List.of(task("reader_0", "success", 5L)));

        assertThat(printed.get(1)).startsWith("\u001b[2A\u001b[J");
    }

    @Test
    void aJobThatIsLongerThanTheTerminalShowsWhatHappensAndCountsTheOthers() {
        size = new TerminalSize(80, 6);
        List<Task> tasks = new ArrayList<>(IntStream.range(0, 300)
                .mapToObj(i -> task("done_" + i, "success", 1L))
                .toList());
        tasks.set(100, task("ill_0", "failed", 1L));
        tasks.set(50, task("now_0", "running", null));
        IntStream.range(0, 72).forEach(i -> tasks.add(task("later_" + i, "waiting", null)));
        view.show(tasks);

        assertThat(plain(0)).hasSize(4);
        assertThat(plain(0).get(0)).contains("now_0", "running");
        assertThat(plain(0).get(1)).contains("ill_0", "failed");
        assertThat(plain(0).get(2)).contains("later_0", "waiting");
        assertThat(plain(0).get(3)).isEqualTo("  and 298 success, 71 waiting");
    }

    @Test
    void elsewhereEachChangeIsALineAsWideAsItIs() {
        JobView lines = new JobView(printed::add, false, () -> new TerminalSize(20, 2));
        lines.show(List.of(task("reader_0", "running", null), task("reader_1", "waiting", null)));
        lines.show(List.of(task("reader_0", "success", 5L), task("reader_1", "waiting", null)));

        assertThat(printed)
                .containsExactly(
                        "  reader_0                 guest  9999   running\n  reader_1                 guest  9999   waiting\n",
                        "  reader_0                 guest  9999   success in 5 ms\n");
    }

    @Test
    void theSizeIsWhatSttySays() {
        assertThat(TerminalSize.parse("24 80\n")).contains(new TerminalSize(80, 24));
        assertThat(TerminalSize.parse("0 0\n")).isEmpty();
        assertThat(TerminalSize.parse("")).isEmpty();
    }

    private List<String> plain(int drawing) {
        return printed.get(drawing)
                .replaceAll("\u001b\\[[0-9]*[A-Za-z]", "")
                .lines()
                .toList();
    }

    private static Task task(String component, String status, @Nullable Long elapsed) {
        return new Task(component, "Reader", "guest", "9999", 0, status, null, null, elapsed, "");
    }
}
