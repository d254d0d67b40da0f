package io.fateflow.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.run.LogTail;
import io.fateflow.worker.run.RunDirectory;

/** Says of an executor that has ended how and why, from what it left on disk. */
record Reports(Clock clock) {

    private static final int SIGNAL_BASE = 128;
    private static final int KILLED = SIGNAL_BASE + 9;
    private static final String OUT_OF_MEMORY_TEXT = "OutOfMemoryError";

    /** For a task that no run directory could be made for, or no process. */
    ExecutorReport notStarted(ExecutorTask task, String why) {
        long now = clock.millis();
        String error = where(task) + " could not be started: " + why;
        return new ExecutorReport("failed", "not_started", null, error, List.of(), 0, now, now, 0, 0, null);
    }

    ExecutorReport of(Watch watch, Ending ending) throws IOException {
        HeldTask held = watch.held();
        Optional<ObjectNode> result = result(held.run());
        Verdict verdict = verdict(watch, ending, result);
        long ownPeak = result.map(
                        json -> json.path("usage").path("peak_memory_bytes").asLong())
                .orElse(0L);
        return new ExecutorReport(
                verdict.status(),
                verdict.reason(),
                ending instanceof Ending.Exited exited ? (Integer) exited.code() : null,
                verdict.error(),
                held.command(),
                watch.pid(),
                held.startTime(),
                clock.millis(),
                Math.max(ownPeak, watch.peakMemory()),
                held.run().cpuMillis(),
                result.orElse(null));
    }

    private record Verdict(String status, String reason, String error) {}

    private Verdict verdict(Watch watch, Ending ending, Optional<ObjectNode> result) throws IOException {
        if (ending instanceof Ending.Exited exited && exited.code() == 0) {
            return finished(result);
        }
        RunDirectory run = watch.held().run();
        String tail = LogTail.of(run.standardLog());
        String reason = reason(ending, tail, watch.machineRanOutOfMemory());
        String ownReport =
                result.map(json -> json.path("error_report").asText()).orElse("");
        String what = where(watch.held().task()) + " " + what(watch, ending, reason);
        String detail = !ownReport.isBlank()
                ? "\n" + ownReport
                : tail.isEmpty() ? "" : "\nIts last lines (" + run.standardLog().getFileName() + "):\n" + tail;
        return new Verdict("failed", reason, withoutToken(run, what + detail));
    }

    private static Verdict finished(Optional<ObjectNode> result) {
        String status = result.map(json -> json.path("status").asText()).orElse("success");
        return switch (status) {
            case "success", "pass" -> new Verdict(status, "exited", "");
            default ->
                new Verdict(
                        "failed",
                        "exited",
                        result.map(json -> json.path("error_report").asText("")).orElse(""));
        };
    }

    private static String reason(Ending ending, String tail, boolean machineRanOutOfMemory) {
        if (ending instanceof Ending.Exited exited) {
            boolean killedForMemory = exited.code() == KILLED && machineRanOutOfMemory;
            if (killedForMemory || tail.contains(OUT_OF_MEMORY_TEXT)) {
                return "out_of_memory";
            }
            return exited.code() > SIGNAL_BASE ? "signal" : "exited";
        }
        return ending instanceof Ending.TimedOut ? "timeout" : "lost";
    }

    private static String what(Watch watch, Ending ending, String reason) {
        if (ending instanceof Ending.Exited exited) {
            return switch (reason) {
                case "out_of_memory" ->
                    "ran out of memory (exit code " + exited.code() + "): give executors more, or the task less data";
                case "signal" -> "was ended by signal " + (exited.code() - SIGNAL_BASE);
                default -> "ended with exit code " + exited.code();
            };
        }
        if (ending instanceof Ending.Lost lost) {
            return "was lost: " + lost.why();
        }
        return "was stopped: it took longer than "
                + watch.held().task().timeout().toSeconds() + " s";
    }

    private static String where(ExecutorTask task) {
        return "the executor of " + task.componentName() + " at " + task.role() + " " + task.partyId();
    }

    /** An empty file, or {@code null}, is what FATE's executor leaves: nothing. */
    private static Optional<ObjectNode> result(RunDirectory run) throws IOException {
        if (!Files.exists(run.result()) || List.of("", "null").contains(LogTail.of(run.result()))) {
            return Optional.empty();
        }
        try {
            return Optional.of(ConfigFile.read(run.result()));
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
