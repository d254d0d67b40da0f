package io.fateflow.webapp.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.job.JobId;
import io.fateflow.webapp.job.ScheduleLog;

/** {@code log/size} and {@code log/cat}: how long a job's log is, and lines of it. */
@Controller
class LogController {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]{1,50}");

    private final Path logs;
    private final ScheduleLog schedule;
    private final WireJson json;

    LogController(FateHome home, ScheduleLog schedule, WireJson json) {
        this.logs = home.logs();
        this.schedule = schedule;
        this.json = json;
    }

    @PostMapping("/v1/log/size")
    Envelope size(ApiBody body) throws IOException {
        ObjectNode sent = body.orEmpty();
        Path file = file(sent);
        long lines = isOfSchedule(sent) ? scheduled(sent, 1, Long.MAX_VALUE).count() : LogLines.count(file);
        return Envelope.of(json.object().put("size", lines));
    }

    @PostMapping("/v1/log/cat")
    Envelope cat(ApiBody body) throws IOException {
        ObjectNode sent = body.orEmpty();
        long begin = Math.max(1, number(sent, "begin", 1));
        long end = number(sent, "end", begin + LogLines.MOST - 1);
        ArrayNode lines = json.object().putArray("lines");
        Path file = file(sent);
        (isOfSchedule(sent) ? scheduled(sent, begin, end).lines() : LogLines.read(file, begin, end))
                .forEach(
                        line -> lines.addObject().put("line_num", line.number()).put("content", line.text()));
        return Envelope.of(lines);
    }

    private static boolean isOfSchedule(ObjectNode sent) {
        return LogType.of(ApiBody.text(sent, "log_type"))
                .filter(LogType::isOfSchedule)
                .isPresent();
    }

    /** The schedule's log is no file. */
    private ChosenLines scheduled(ObjectNode sent, long begin, long end) throws IOException {
        boolean onlyErrors = LogType.of(ApiBody.text(sent, "log_type"))
                .filter(type -> type == LogType.JOB_SCHEDULE_ERROR)
                .isPresent();
        ChosenLines chosen = new ChosenLines(begin, end);
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

    /** Each step of the path is held against what such a name may be: nothing of it leads elsewhere. */
    private Path file(ObjectNode sent) {
        String asked = ApiBody.text(sent, "log_type");
        LogType type = LogType.of(asked)
                .orElseThrow(() -> ApiException.uncaught("Exception", "no found log type " + shown(asked)));
        Path folder = logs;
        for (String key : type.keys()) {
            String step = ApiBody.text(sent, key);
            if (step.isEmpty()) {
                throw ApiException.uncaught("Exception", "job type " + asked + " Missing parameters");
            }
            if (!isStep(key, step)) {
                throw new IllegalArgumentException("FFB-6126 %s %s can't be one".formatted(key, shown(step)));
            }
            folder = refuseLink(folder.resolve(step));
        }
        return refuseLink(type.in(folder));
    }

    /** An executor could have made one to anywhere. */
    private static Path refuseLink(Path place) {
        if (Files.isSymbolicLink(place)) {
            throw new IllegalArgumentException("FFB-6126 the log is behind a link, which is not followed");
        }
        return place;
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
