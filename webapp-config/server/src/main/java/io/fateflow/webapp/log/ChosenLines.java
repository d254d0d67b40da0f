package io.fateflow.webapp.log;

import java.util.ArrayList;
import java.util.List;

import io.fateflow.webapp.log.LogLines.Line;

/** Those of the lines of a log that somebody has asked for, and how many there are. */
final class ChosenLines {

    private final long begin;
    private final long end;
    private final List<Line> lines = new ArrayList<>();
    private long count;

    /**
     * None yet.
     *
     * @param before how many lines were left out, none of which is wanted
     * @param begin the first, counted from 1
     * @param end the last
     */
    ChosenLines(long before, long begin, long end) {
        this.count = before;
        this.begin = begin;
        this.end = end;
    }

    void add(String text) {
        count++;
        if (count >= begin && count <= end && lines.size() < LogLines.MOST) {
            lines.add(new Line(count, LogLines.shown(text)));
        }
    }

    long count() {
        return count;
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }
}
