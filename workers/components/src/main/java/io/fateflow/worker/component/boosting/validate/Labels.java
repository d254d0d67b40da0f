package io.fateflow.worker.component.boosting.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Labels as trees are trained for them: of classes their numbers from 0, in ascending order of the labels.
 *
 * @param classes empty of a regression
 * @param values one for each row
 */
// nobody compares labels
@SuppressWarnings("ArrayRecordComponent")
public record Labels(List<Long> classes, double[] values) {

    private static final int MOST = 256;

    public Labels {
        classes = List.copyOf(classes);
    }

    public static Labels numbers(double[] labels) {
        return new Labels(List.of(), labels);
    }

    /** The classes of some labels. */
    public static List<Long> classesOf(double... labels) {
        TreeSet<Long> classes = new TreeSet<>();
        for (double label : labels) {
            classes.add((long) label);
            if (classes.size() > MOST) {
                throw new IllegalArgumentException("there are more than " + MOST
                        + " different labels, which cannot be classes: set task_type to regression");
            }
        }
        return new ArrayList<>(classes);
    }

    /**
     * Labels of known classes; one that is none of them is -1.
     *
     * @throws IllegalArgumentException if there is only one class
     */
    public static Labels of(List<Long> classes, double... labels) {
        if (classes.size() < 2) {
            throw new IllegalArgumentException("all labels are the same: there is nothing to tell apart");
        }
        double[] values = new double[labels.length];
        for (int row = 0; row < values.length; row++) {
            values[row] = classes.indexOf((long) labels[row]);
        }
        return new Labels(classes, values);
    }

    public List<String> names() {
        return classes.stream().map(String::valueOf).toList();
    }
}
