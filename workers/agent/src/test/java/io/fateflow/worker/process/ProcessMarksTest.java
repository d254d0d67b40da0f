package io.fateflow.worker.process;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessMarksTest {

    private static final String MARKED = "\0PATH=/bin\0" + ProcessMarks.NAME + "=ours\0";

    private final Queue<String> environments = new ArrayDeque<>();
    private final ProcessMarks marks = new ProcessMarks(pid -> environments.remove());

    @Test
    void anEnvironmentIsReadOnce() {
        environments.add(MARKED);

        assertThat(marks.isMarked(process(1), "ours")).isTrue();
        assertThat(marks.isMarked(process(1), "another")).isFalse();
    }

    @Test
    void oneThatIsNotThereYetIsReadAgain() {
        environments.addAll(List.of("", MARKED));

        assertThat(marks.isMarked(process(1), "ours")).isFalse();
        assertThat(marks.isMarked(process(1), "ours")).isTrue();
    }

    @Test
    void theNextProgramOfAProcessHasItsOwn() {
        environments.addAll(List.of("\0PATH=/bin\0", MARKED));

        assertThat(marks.isMarked(process(1), "ours")).isFalse();
        assertThat(marks.isMarked(process(2), "ours")).isTrue();
    }

    @Test
    void whereTheSystemSaysNoAddressItIsReadEachTime() {
        environments.addAll(List.of("\0PATH=/bin\0", MARKED));

        assertThat(marks.isMarked(process(0), "ours")).isFalse();
        assertThat(marks.isMarked(process(0), "ours")).isTrue();
    }

    @Test
    void aMarkIsAWholeVariable() {
        environments.add("\0X=" + ProcessMarks.NAME + "=ours\0" + ProcessMarks.NAME + "=ours2\0");

        assertThat(marks.isMarked(process(1), "ours")).isFalse();
    }

    private static ProcFs.Stat process(long environment) {
        return new ProcFs.Stat(7, 'S', 1, 7, 7, 0, 100, 0, environment);
    }
}
