package io.fateflow.client;

import java.util.ArrayList;
import java.util.List;

import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.ServerCalls;

/** Logs of jobs, as far as the server that is called has them. */
public final class JobLogs {

    /** Up to the end, which may be a line that has none yet. */
    static final long THE_LAST = Long.MAX_VALUE / 100_000;

    private final ServerCalls calls;

    JobLogs(ServerCalls calls) {
        this.calls = calls;
    }

    /** How many lines have been written whole; none of a log that is not there yet. */
    public long size(LogSource log) throws FateFlowException, InterruptedException {
        return calls.post("log/size", log.body()).path("data").path("size").asLong();
    }

    /**
     * Some lines; as many as an answer has, which may be less than was asked for.
     *
     * @param begin the first, from 1
     * @param end the last
     */
    public List<LogLine> lines(LogSource log, long begin, long end) throws FateFlowException, InterruptedException {
        List<LogLine> lines = new ArrayList<>();
        calls.post("log/cat", log.body().put("begin", begin).put("end", end))
                .path("data")
                .forEach(line -> lines.add(new LogLine(
                        line.path("line_num").asLong(), line.path("content").asText())));
        return List.copyOf(lines);
    }

    /** Begins to read a log. */
    public LogReader reader(LogSource log, long begin) {
        return log.isStory() ? new StoryLog(this, log, begin) : new GrowingLog(this, log, begin);
    }
}
