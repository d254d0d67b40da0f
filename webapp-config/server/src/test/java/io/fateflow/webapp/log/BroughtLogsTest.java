package io.fateflow.webapp.log;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.ReportRefusedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BroughtLogsTest {

    private static final String JOB = "202601021530450000010";
    private static final String RUN = "0123456789abcdef0123456789abcdef";
    private static final String OTHER_RUN = "f".repeat(32);
    private static final Party HOST = new Party("host", 10000);

    private static final TaskRow ATTEMPT = new TaskRow(
            JOB,
            new TaskKey(JOB + "_intersect_0", 1, HOST),
            "intersect_0",
            "Intersection",
            HOST,
            TaskStatus.RUNNING,
            TaskStatus.RUNNING,
            0,
            0,
            null,
            null,
            "",
            null,
            null,
            null);

    @TempDir
    private Path home;

    private Path party;
    private BroughtLogs logs;

    @BeforeEach
    void open() {
        party = home.resolve("logs").resolve(JOB).resolve("host").resolve("10000");
        logs = new BroughtLogs(new FateHome(home));
    }

    @Test
    void linesAreInTheComponentsFileAndInItsPartys() {
        assertThat(logs.add(ATTEMPT, part(RUN, "INFO.log", 0, "one\n"))).isEqualTo(4);

        assertThat(party.resolve("intersect_0/INFO.log")).hasContent("one");
        assertThat(party.resolve("INFO.log")).hasContent("one");
    }

    @Test
    void whatAnExecutorPrintsIsItsComponentsAlone() {
        logs.add(ATTEMPT, part(RUN, LogPart.standard(RUN), 0, "printed\n"));

        assertThat(party.resolve("intersect_0").resolve(LogPart.standard(RUN))).hasContent("printed");
        assertThat(party.resolve(LogPart.standard(RUN))).doesNotExist();
    }

    @Test
    void whatComesTwiceIsThereOnce() {
        logs.add(ATTEMPT, part(RUN, "INFO.log", 0, "one\n"));

        assertThat(logs.add(ATTEMPT, part(RUN, "INFO.log", 0, "one\n"))).isEqualTo(4);
        assertThat(logs.add(ATTEMPT, part(RUN, "INFO.log", 0, "one\ntwo\n"))).isEqualTo(8);

        assertThat(party.resolve("INFO.log")).hasContent("one\ntwo");
    }

    @Test
    void anotherAttemptsLinesComeBehind() {
        logs.add(ATTEMPT, part(RUN, "INFO.log", 0, "one\n"));
        logs.add(ATTEMPT, part(OTHER_RUN, "INFO.log", 0, "again\n"));

        assertThat(party.resolve("intersect_0/INFO.log")).hasContent("one\nagain");
    }

    @Test
    void afterARestartItGoesOnWhereItsWorkerSays() {
        logs.add(ATTEMPT, part(RUN, "INFO.log", 0, "one\n"));
        open();

        assertThat(logs.add(ATTEMPT, part(RUN, "INFO.log", 4, "two\n"))).isEqualTo(8);

        assertThat(party.resolve("INFO.log")).hasContent("one\ntwo");
    }

    @Test
    void nothingElseIsWritten() {
        assertRefused(part(RUN, "../../secrets", 0, "x"));
        assertRefused(part("../" + RUN, "INFO.log", 0, "x"));
        assertRefused(part(RUN, LogPart.standard(OTHER_RUN), 0, "x"));
        assertRefused(part(RUN, "INFO.log", -1, "x"));
        assertRefused(part(RUN, "INFO.log", 0, "x".repeat(LogPart.LONGEST + 1)));
        assertRefused(new LogPart(RUN, "INFO.log", 0, "no base 64!"));

        assertThat(home).isEmptyDirectory();
    }

    private void assertRefused(LogPart part) {
        assertThatThrownBy(() -> logs.add(ATTEMPT, part))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("FFB-5245");
    }

    private static LogPart part(String run, String file, long offset, String text) {
        return LogPart.of(run, file, offset, text.getBytes(StandardCharsets.UTF_8));
    }
}
