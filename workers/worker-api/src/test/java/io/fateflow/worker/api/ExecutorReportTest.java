package io.fateflow.worker.api;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ExecutorReportTest {

    private static final ObjectNode RESULT =
            JsonNodeFactory.instance.objectNode().put("auc", 1);
    private static final ExecutorReport REPORT =
            new ExecutorReport("success", "exited", 0, "", List.of("java", "-x"), 7, 1, 2, 3, 4, RESULT);

    @Test
    void theSameEndMayHaveOtherResults() {
        assertThat(REPORT.with(null))
                .isEqualTo(new ExecutorReport("success", "exited", 0, "", List.of("java", "-x"), 7, 1, 2, 3, 4, null));
        assertThat(REPORT.with(null).with(RESULT)).isEqualTo(REPORT);
    }

    /** What the attempt has used is counted all the same; what it has left is not. */
    @Test
    void aSuccessThatCannotBeKeptIsAFailureWithoutResults() {
        assertThat(REPORT.failed(ExitReason.RESULT_REFUSED, "two tables of one name"))
                .isEqualTo(new ExecutorReport(
                        "failed",
                        "result_refused",
                        0,
                        "two tables of one name",
                        List.of("java", "-x"),
                        7,
                        1,
                        2,
                        3,
                        4,
                        null));
    }

    @Test
    void ofWhatWasNeverAProcessThereIsNoCommandAndNoExitCode() {
        assertThat(ExecutorReport.withoutProcess(ExitReason.NOT_STARTED, "no such command", 5, 6))
                .isEqualTo(new ExecutorReport(
                        "failed", "not_started", null, "no such command", List.of(), 0, 5, 6, 0, 0, null));
    }

    @ParameterizedTest
    @EnumSource
    void eachReasonIsOneWordAndSaysWhatToDo(ExitReason reason) {
        assertThat(reason.wire()).matches("[a-z_]+").isEqualToIgnoringCase(reason.name());
        assertThat(reason.hint()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource
    void eachModeIsOneWordAlsoWhereLettersAreOthers(WorkerState.Mode mode) {
        Locale usual = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(mode.wire()).matches("[a-z]+").hasSameSizeAs(mode.name());
        } finally {
            Locale.setDefault(usual);
        }
    }
}
