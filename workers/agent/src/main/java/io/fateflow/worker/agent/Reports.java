package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExitReason;
import io.fateflow.worker.run.FullDisk;
import io.fateflow.worker.run.LogTail;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Ending;

/** Says of an executor that has ended how and why, from what it left on disk. */
record Reports(Clock clock, Path workDirectory) {

    private static final int SIGNAL_BASE = 128;
    private static final String OUT_OF_MEMORY_TEXT = "OutOfMemoryError";
    private static final int LONGEST_REPORT = 2_000;

    /** What follows stays at this party: other parties get to know the rest. */
    private static final String LAST_LINES = "Its last lines:";

    /** For a task that no run directory could be made for, or no process. */
    ExecutorReport notStarted(ExecutorTask task, String why) {
        long now = clock.millis();
        ExitReason reason = FullDisk.is(why) ? ExitReason.DISK_FULL : ExitReason.NOT_STARTED;
        String where = reason == ExitReason.DISK_FULL ? " (work directory " + workDirectory + ")" : "";
        String error = text(task, "could not be started: " + why + where, reason.hint(), "", "");
        return ExecutorReport.withoutProcess(reason, error, now, now);
    }

    /** For an executor that its worker could not watch to its end. */
    ExecutorReport lost(ExecutorTask task, String why) {
        long now = clock.millis();
        String error = text(task, "was lost: its worker could not watch it: " + why, ExitReason.LOST.hint(), "", "");
        return ExecutorReport.withoutProcess(ExitReason.LOST, error, now, now);
    }

    /** For a report that the server refuses: as little as can be said. */
    ExecutorReport refused(ExecutorTask task, ExecutorReport report, String why) {
        String error =
                text(task, "left what the server refuses: " + shortened(why), ExitReason.RESULT_REFUSED.hint(), "", "");
        return new ExecutorReport(
                "failed",
                ExitReason.RESULT_REFUSED.wire(),
                null,
                error,
                List.of(),
                report.pid(),
                report.startTime(),
                report.endTime(),
                0,
                0,
                null);
    }

    ExecutorReport of(Watch watch, Ending ending) throws IOException {
        HeldTask held = watch.held();
        Optional<ObjectNode> result = result(held.run());
        long peak = Math.max(
                result.map(json -> json.path("usage").path("peak_memory_bytes").asLong())
                        .orElse(0L),
                watch.executor().peakMemory());
        Verdict verdict = verdict(watch, ending, result, new MemoryShortage(watch.memoryLimit(), peak));
        return new ExecutorReport(
                verdict.status(),
                verdict.reason().wire(),
                ending instanceof Ending.Exited exited ? (Integer) exited.code() : null,
                verdict.error(),
                held.command(),
                watch.executor().pid(),
                held.startTime(),
                clock.millis(),
                peak,
                watch.executor().cpuMillis(),
                result.orElse(null));
    }

    private record Verdict(String status, ExitReason reason, String error) {}

    private Verdict verdict(Watch watch, Ending ending, Optional<ObjectNode> result, MemoryShortage memory)
            throws IOException {
        String status = result.map(json -> json.path("status").asText()).orElse("success");
        boolean endedWell = ending instanceof Ending.Exited exited && exited.code() == 0;
        if (endedWell && List.of("success", "pass").contains(status)) {
            return new Verdict(status, ExitReason.EXITED, "");
        }
        RunDirectory run = watch.held().run();
        String tail = LogTail.of(run.standardLog());
        String ownReport =
                result.map(json -> json.path("error_report").asText("")).orElse("");
        ExitReason seen = result.filter(json -> ending instanceof Ending.Exited)
                .filter(json -> !json.path("retryable").asBoolean(true))
                .map(json -> ExitReason.INVALID_INPUT)
                .orElseGet(() -> reason(ending, ownReport + tail));
        ExitReason reason = saysNothing(seen, result) && run.isOnFullDisk() ? ExitReason.DISK_FULL : seen;
        String what = endedWell && reason != ExitReason.DISK_FULL ? "has failed" : what(watch, ending, reason, memory);
        ExecutorTask task = watch.held().task();
        boolean tooSmall = reason == ExitReason.OUT_OF_MEMORY;
        String hint = tooSmall ? memory.remedy(task.componentName()) : reason.hint();
        String text = (tooSmall ? MemoryShortage.ID : "") + text(task, what, hint, ownReport, tail);
        return new Verdict("failed", reason, withoutToken(run, text));
    }

    /** On a full disk neither its log nor its result may have had room for the cause. */
    private static boolean saysNothing(ExitReason reason, Optional<ObjectNode> result) {
        return result.isEmpty() && (reason == ExitReason.EXITED || reason == ExitReason.LOST);
    }

    private static ExitReason reason(Ending ending, String text) {
        if (ending instanceof Ending.Exited exited) {
            if (exited.killedForMemory() || text.contains(OUT_OF_MEMORY_TEXT)) {
                return ExitReason.OUT_OF_MEMORY;
            }
            if (FullDisk.is(text)) {
                return ExitReason.DISK_FULL;
            }
            return exited.code() > SIGNAL_BASE ? ExitReason.SIGNAL : ExitReason.EXITED;
        }
        if (ending instanceof Ending.Hung) {
            return ExitReason.HUNG;
        }
        if (ending instanceof Ending.TooLarge) {
            return ExitReason.OUT_OF_MEMORY;
        }
        return ending instanceof Ending.TimedOut ? ExitReason.TIMEOUT : ExitReason.LOST;
    }

    private String what(Watch watch, Ending ending, ExitReason reason, MemoryShortage memory) {
        if (ending instanceof Ending.Exited exited) {
            return switch (reason) {
                case OUT_OF_MEMORY -> memory.ranOut(exited.code());
                case DISK_FULL ->
                    "found no space on the disk of " + workDirectory + " (exit code " + exited.code() + ")";
                case SIGNAL -> "was ended by signal " + (exited.code() - SIGNAL_BASE);
                default -> "ended with exit code " + exited.code();
            };
        }
        if (ending instanceof Ending.Hung hung) {
            return "was stopped: it hung, without a heartbeat for "
                    + hung.silence().toSeconds() + " s";
        }
        if (ending instanceof Ending.TooLarge large) {
            return memory.wasStopped(large.used());
        }
        if (ending instanceof Ending.Lost lost) {
            return reason == ExitReason.DISK_FULL
                    ? "is gone, and how it ended could not be written: no space on the disk of " + workDirectory
                    : "was lost: " + lost.why();
        }
        return "was stopped: it took longer than "
                + watch.held().task().timeout().toSeconds() + " s";
    }

    /** What operators read first comes first: an incident's message has an end, the log's lines may be beyond it. */
    private static String text(ExecutorTask task, String what, String hint, String ownReport, String tail) {
        StringBuilder text = new StringBuilder("the executor of %s at %s %s (attempt %d) %s"
                .formatted(task.componentName(), task.role(), task.partyId(), task.taskVersion(), what));
        if (!ownReport.isBlank()) {
            text.append('\n').append(shortened(ownReport));
        }
        text.append("\nWhat to do: ").append(hint);
        if (!tail.isEmpty()) {
            text.append('\n').append(LAST_LINES).append('\n').append(tail);
        }
        return text.toString();
    }

    private static String shortened(String report) {
        return report.length() <= LONGEST_REPORT ? report : report.substring(0, LONGEST_REPORT) + "…";
    }

    /** An empty file, or {@code null}, is what FATE's executor leaves: nothing. */
    private static Optional<ObjectNode> result(RunDirectory run) throws IOException {
        try {
            Optional<byte[]> bytes = run.resultBytes();
            String text =
                    bytes.map(left -> new String(left, StandardCharsets.UTF_8)).orElse("");
            if (List.of("", "null").contains(text.strip())) {
                return Optional.empty();
            }
            return Optional.of(ConfigFile.object(text, run.result()));
        } catch (IOException e) {
            return Optional.of(JsonNodeFactory.instance
                    .objectNode()
                    .put("status", "failed")
                    .put("error_report", "the executor's result.json cannot be read: " + e.getMessage()));
        }
    }

    private static String withoutToken(RunDirectory run, String text) throws IOException {
        if (!Files.exists(run.config())) {
            return text;
        }
        String token =
                ConfigFile.read(run.config()).path("exchange").path("token").asText();
        return token.isEmpty() ? text : text.replace(token, "***");
    }
}
