package io.fateflow.webapp.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.springframework.stereotype.Component;

import io.fateflow.engine.audit.JobEvent;
import io.fateflow.engine.audit.JobHistory;
import io.fateflow.operations.query.Listing;

/**
 * FATE's {@code fate_flow_schedule.log} of a job: its story, a line for each thing that happened. It is no file: it is made
 * of what is known whenever somebody asks, so that it is there from the submission on, at each server, and never behind.
 */
@Component
public final class ScheduleLog {

    /** FATE's name of it, in the job's log folder. */
    public static final String FILE = "fate_flow_schedule.log";

    /** How lines begin that tell of trouble. */
    public static final String ERROR = "[ERROR] ";

    private static final Pattern BREAKS = Pattern.compile("\\s+");
    private static final int LONGEST_DETAIL = 500;

    private final JobHistory history;
    private final DateTimeFormatter time;

    ScheduleLog(JobHistory history, Clock clock) {
        this.history = history;
        this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss,SSS").withZone(clock.getZone());
    }

    /** Takes a line of it. */
    @FunctionalInterface
    public interface LineReader {
        void read(String line) throws IOException;
    }

    /** The whole of it as a file has it. */
    byte[] bytes(String jobId) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        each(jobId, line -> out.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8)));
        return out.toByteArray();
    }

    /** Goes through all lines; a part of the story at a time is in memory. */
    public void each(String jobId, LineReader reader) throws IOException {
        List<JobEvent> before = List.of();
        long since = 0;
        boolean isCut = true;
        while (isCut) {
            JobHistory.Part part = history.of(jobId, since, Listing.MOST);
            List<JobEvent> events = new ArrayList<>(part.events());
            // a part begins with the millisecond in which the last one was cut
            events.removeAll(before);
            for (JobEvent event : events) {
                reader.read(line(jobId, event));
            }
            long last = part.events().isEmpty()
                    ? since
                    : part.events().get(part.events().size() - 1).time();
            isCut = part.isCut() && !events.isEmpty();
            since = last;
            before = part.events();
        }
    }

    private String line(String jobId, JobEvent event) {
        StringBuilder line = new StringBuilder();
        line.append(isTrouble(event) ? ERROR : "[INFO] ");
        line.append('[').append(time.format(Instant.ofEpochMilli(event.time()))).append("] [");
        line.append(jobId)
                .append("] ")
                .append(event.source().name())
                .append(": ")
                .append(event.what());
        add(line, " of ", event.component());
        if (!event.role().isEmpty()) {
            line.append(" at ").append(event.role()).append(' ').append(event.partyId());
        }
        if (event.attempt() != null) {
            line.append(", version ").append(event.attempt());
        }
        add(line, ", by ", event.actor());
        if (event.until() != null) {
            line.append(", ").append(event.until() - event.time()).append(" ms");
        }
        for (Map.Entry<String, Object> detail : event.details().entrySet()) {
            add(line, ", " + detail.getKey() + " ", fitted(String.valueOf(detail.getValue())));
        }
        return line.toString();
    }

    private static void add(StringBuilder line, String before, String text) {
        if (!text.isEmpty()) {
            line.append(before).append(text);
        }
    }

    private static boolean isTrouble(JobEvent event) {
        return event.source() == JobEvent.Source.INCIDENT
                || event.what().equals("attempt failed")
                || event.what().equals("attempt timeout");
    }

    /** One line each, whatever an error's text is. */
    private static String fitted(String text) {
        String oneLine = BREAKS.matcher(text).replaceAll(" ").trim();
        return oneLine.length() > LONGEST_DETAIL ? oneLine.substring(0, LONGEST_DETAIL) + "…" : oneLine;
    }
}
