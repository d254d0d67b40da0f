package io.fateflow.worker.component.binning;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** FATE's optimal binning by Kolmogorov and Smirnov: splits where the shares of events and others differ most. */
final class KsSplit {

    private final List<Bucket> buckets;
    private final OptimalParameters parameters;
    private final long least;

    /**
     * Splits nothing yet.
     *
     * @param least size of a bin
     */
    KsSplit(List<Bucket> buckets, OptimalParameters parameters, long least) {
        this.buckets = buckets;
        this.parameters = parameters;
        this.least = least;
    }

    /** The place of the last bucket in each bin. */
    int[] ends() {
        SortedSet<Integer> ends = new TreeSet<>();
        Deque<Range> open = new ArrayDeque<>();
        open.add(new Range(0, buckets.size()));
        while (!open.isEmpty() && ends.size() < parameters.bins() - 1) {
            Range range = open.remove();
            int last = range.start() < range.end() ? splitPlace(range) : -1;
            if (last >= 0) {
                ends.add(last);
                Range left = new Range(range.start(), last + 1);
                Range right = new Range(last + 1, range.end());
                boolean rightFirst = sum(right).size() > sum(left).size();
                open.add(rightFirst ? right : left);
                open.add(rightFirst ? left : right);
            }
        }
        if (ends.isEmpty() && buckets.size() > 1) {
            // as FATE: nothing could be split well, so it is split in the middle
            ends.add(buckets.size() / 2 - 1);
        }
        ends.add(buckets.size() - 1);
        return ends.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Where the left part ends, or -1 if no split keeps the conditions. */
    private int splitPlace(Range range) {
        if (!sum(range).isMixed()) {
            return -1;
        }
        int place = widest(range);
        if (isSmall(range, place)) {
            place = middle(range);
        }
        boolean mixed = !parameters.mixture()
                || (sum(range.until(place)).isMixed() && sum(range.after(place)).isMixed());
        return mixed && !isSmall(range, place) ? place : -1;
    }

    private boolean isSmall(Range range, int place) {
        return sum(range.until(place)).size() < least || sum(range.after(place)).size() < least;
    }

    /** Where the distributions are farthest from each other; the middle if they are the same. */
    private int widest(Range range) {
        Bucket all = sum(range);
        double greatest = 0;
        int place = middle(range);
        long events = 0;
        long nonEvents = 0;
        for (int i = range.start(); i < range.end(); i++) {
            events += buckets.get(i).events();
            nonEvents += buckets.get(i).nonEvents();
            double distance = Math.abs((double) events / all.events() - (double) nonEvents / all.nonEvents());
            if (distance > greatest) {
                greatest = distance;
                place = i;
            }
        }
        return place;
    }

    private static int middle(Range range) {
        return range.start() + (range.end() - range.start()) / 2;
    }

    private Bucket sum(Range range) {
        return buckets.subList(range.start(), range.end()).stream()
                .reduce(Bucket::with)
                .orElse(new Bucket(range.start(), 0, 0));
    }

    private record Range(int start, int end) {

        Range until(int place) {
            return new Range(start, place + 1);
        }

        Range after(int place) {
            return new Range(place + 1, end);
        }
    }
}
