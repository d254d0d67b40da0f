package io.fateflow.client;

import java.util.List;
import java.util.function.Consumer;

import io.fateflow.client.call.FateFlowException;

/** Reads a file that grows, from where it has got to. A line is given out when it was written whole, and once. */
final class GrowingLog implements LogReader {

    private final JobLogs logs;
    private final LogSource log;
    private long next;

    GrowingLog(JobLogs logs, LogSource log, long begin) {
        this.logs = logs;
        this.log = log;
        this.next = begin;
    }

    @Override
    public LogSource log() {
        return log;
    }

    @Override
    public boolean more(Consumer<LogLine> reader) throws FateFlowException, InterruptedException {
        long size = logs.size(log);
        if (size < next - 1) {
            // another attempt has begun it anew
            next = 1;
        }
        return upTo(size, reader);
    }

    @Override
    public void rest(Consumer<LogLine> reader) throws FateFlowException, InterruptedException {
        more(reader);
        upTo(JobLogs.THE_LAST, reader);
    }

    private boolean upTo(long end, Consumer<LogLine> reader) throws FateFlowException, InterruptedException {
        boolean any = false;
        while (next <= end) {
            List<LogLine> lines = logs.lines(log, next, end);
            if (lines.isEmpty()) {
                return any;
            }
            for (LogLine line : lines) {
                reader.accept(line);
                next = line.number() + 1;
            }
            any = true;
        }
        return any;
    }
}
