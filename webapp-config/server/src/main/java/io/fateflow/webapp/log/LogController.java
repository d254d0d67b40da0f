package io.fateflow.webapp.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.ComponentNames;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.job.JobId;
import io.fateflow.webapp.job.ScheduleLog;
import io.fateflow.webapp.storage.log.LogFolder;
import io.fateflow.webapp.storage.log.OpenedLog;
import io.fateflow.webapp.storage.log.SiteLogs;

/** {@code log/size} and {@code log/cat}: how long a job's log is, and lines of it. */
@Controller
class LogController {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]{1,50}");

    private final SiteLogs logs;
    private final ScheduleLog schedule;
    private final WireJson json;

    LogController(SiteLogs logs, ScheduleLog schedule, WireJson json) {
        this.logs = logs;
        this.schedule = schedule;
        this.json = json;
    }

    @PostMapping("/v1/log/size")
    Envelope size(ApiBody body) throws IOException {
        ObjectNode sent = body.orEmpty();
        LogType type = type(sent);
        LogFolder folder = folder(sent, type);
        long lines =
                type.isOfSchedule() ? scheduled(sent, type, 1, Long.MAX_VALUE).count() : count(folder, type);
        return Envelope.of(json.object().put("size", lines));
    }

    @PostMapping("/v1/log/cat")
    Envelope cat(ApiBody body) throws IOException {
        ObjectNode sent = body.orEmpty();
        long begin = Math.max(1, number(sent, "begin", 1));
        long end = number(sent, "end", begin + LogLines.MOST - 1);
        ArrayNode lines = json.object().putArray("lines");
        LogType type = type(sent);
        LogFolder folder = folder(sent, type);
        (type.isOfSchedule() ? scheduled(sent, type, begin, end).lines() : read(folder, type, begin, end))
                .forEach(
                        line -> lines.addObject().put("line_num", line.number()).put("content", line.text()));
        return Envelope.of(lines);
    }

    private long count(LogFolder folder, LogType type) throws IOException {
        try (OpenedLog log = open(folder, type).orElse(null)) {
            return log == null ? 0 : log.lines();
        }
    }

    private List<LogLines.Line> read(LogFolder folder, LogType type, long begin, long end) throws IOException {
        try (OpenedLog log = open(folder, type).orElse(null)) {
            return log == null ? List.of() : LogLines.read(log, begin, end);
        }
    }

    private Optional<OpenedLog> open(LogFolder folder, LogType type) throws IOException {
        return logs.open(folder, type.file());
    }

    /** The schedule's log is no file. */
    private ChosenLines scheduled(ObjectNode sent, LogType type, long begin, long end) throws IOException {
        boolean onlyErrors = type == LogType.JOB_SCHEDULE_ERROR;
        ChosenLines chosen = new ChosenLines(0, begin, end);
        schedule.each(ApiBody.text(sent, "job_id"), line -> {
            if (!onlyErrors || line.startsWith(ScheduleLog.ERROR)) {
                chosen.add(line);
            }
        });
        return chosen;
    }

    private static long number(ObjectNode sent, String key, long otherwise) {
        JsonNode value = sent.path(key);
        String text = value.isNull() ? "" : value.asText().trim();
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("\\d{1,15}")) {
            throw new IllegalArgumentException("FFB-6126 " + key + " is the number of a line, from 1");
        }
        return Long.parseLong(text);
    }

    private static LogType type(ObjectNode sent) {
        String asked = ApiBody.text(sent, "log_type");
        return LogType.of(asked)
                .orElseThrow(() -> ApiException.uncaught("Exception", "no found log type " + shown(asked)));
    }

    /** Each step of the path is held against what such a name may be: nothing of it leads elsewhere. */
    private static LogFolder folder(ObjectNode sent, LogType type) {
        List<String> steps = new ArrayList<>();
        for (String key : type.keys()) {
            String step = ApiBody.text(sent, key);
            if (step.isEmpty()) {
                throw ApiException.uncaught(
                        "Exception", "job type " + ApiBody.text(sent, "log_type") + " Missing parameters");
            }
            if (!isStep(key, step)) {
                throw new IllegalArgumentException("FFB-6126 %s %s can't be one".formatted(key, shown(step)));
            }
            steps.add(step);
        }
        return new LogFolder(steps);
    }

    private static boolean isStep(String key, String step) {
        return switch (key) {
            case "job_id" -> JobId.parse(step).isPresent();
            case "component_name" -> ComponentNames.isLegal(step);
            default -> PLAIN.matcher(step).matches();
        };
    }

    private static String shown(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
