package io.fateflow.client;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.fateflow.client.call.FateFlowException;

/**
 * Reads a job's story. It is no file: a line says more when what it tells of has ended, and stands elsewhere when that has
 * begun. So all of it is read each time, and what has not been said before is given out, in the story's order.
 */
final class StoryLog implements LogReader {

    private final JobLogs logs;
    private final LogSource log;
    private final Set<String> said = new HashSet<>();
    private long begin;

    /** @param begin the first line to be given out of those that there are at the first look */
    StoryLog(JobLogs logs, LogSource log, long begin) {
        this.logs = logs;
        this.log = log;
        this.begin = begin;
    }

    @Override
    public LogSource log() {
        return log;
    }

    @Override
    public boolean more(Consumer<LogLine> reader) throws FateFlowException, InterruptedException {
        boolean any = false;
        long next = 1;
        List<LogLine> lines = logs.lines(log, next, JobLogs.THE_LAST);
        while (!lines.isEmpty()) {
            for (LogLine line : lines) {
                if (said.add(line.text()) && line.number() >= begin) {
                    reader.accept(line);
                    any = true;
                }
                next = line.number() + 1;
            }
            lines = logs.lines(log, next, JobLogs.THE_LAST);
        }
        begin = 1;
        return any;
    }

    @Override
    public void rest(Consumer<LogLine> reader) throws FateFlowException, InterruptedException {
        more(reader);
    }
}
