package io.fateflow.worker.component.linear.data;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The classes that labels tell apart, in ascending order.
 *
 * @param labels whole numbers
 */
public record Classes(List<Long> labels) {

    private static final int MOST = 256;

    public Classes {
        labels = List.copyOf(labels);
    }

    public static Classes of(LinearData data) {
        Set<Long> labels = new TreeSet<>();
        for (double label : data.labels()) {
            labels.add((long) label);
        }
        return of(labels);
    }

    /**
     * Classes that are known elsewhere.
     *
     * @throws IllegalArgumentException if there are so many that they can't be classes
     */
    public static Classes of(Collection<Long> labels) {
        if (labels.size() > MOST) {
            throw new IllegalArgumentException(
                    "there are " + labels.size() + " different labels, which cannot be classes" + " (at most " + MOST
                            + "): a regression is HeteroLinR");
        }
        return new Classes(List.copyOf(new TreeSet<>(labels)));
    }

    public int count() {
        return labels.size();
    }

    /** Whether one model for each class is needed. */
    public boolean oneVsRest() {
        return count() > 2;
    }

    /**
     * Two classes that a single model can tell apart: 1, and 0 or −1.
     *
     * @throws IllegalArgumentException if they are others
     */
    public void requireBinary() {
        if (count() != 2 || labels.get(1) != 1 || labels.get(0) < -1) {
            throw new IllegalArgumentException("two classes must have the labels 0 and 1 (or -1 and 1), but "
                    + (count() == 1 ? "all labels are the same" : "the labels are others")
                    + ": put a LabelTransform before");
        }
    }

    public List<String> names() {
        return labels.stream().map(String::valueOf).collect(Collectors.toList());
    }
}
