package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * The labels that occur. Of two, the greater is the event and comes first; of more, each is the event of statistics of
 * its own, and they ascend.
 */
record LabelClasses(List<Long> labels) {

    LabelClasses {
        labels = List.copyOf(labels);
    }

    /**
     * Looks at all labels.
     *
     * @throws IOException if there are none, one is missing or no whole number, or all are the same
     */
    static LabelClasses of(DataSet data, Party self) throws IOException {
        if (!data.schema().hasLabel()) {
            throw new IOException(
                    "the data of " + self
                            + " has no label, and binning needs one there: give with_label to its DataTransform, or set skip_static");
        }
        double[] labels = data.labels();
        for (int row = 0; row < labels.length; row++) {
            if (Double.isNaN(labels[row]) || labels[row] != Math.rint(labels[row])) {
                throw new IOException("the label \"" + data.schema().labelName() + "\" of " + self + " in row "
                        + (row + 1) + " is " + (Double.isNaN(labels[row]) ? "missing" : "no whole number")
                        + ": binning needs a class for each row");
            }
        }
        List<Long> distinct = Arrays.stream(labels)
                .mapToLong(label -> (long) label)
                .distinct()
                .sorted()
                .boxed()
                .toList();
        if (distinct.size() < 2) {
            throw new IOException("all rows of " + self + " have the same label: binning needs two classes or more");
        }
        return new LabelClasses(distinct.size() == 2 ? List.of(distinct.get(1), distinct.get(0)) : distinct);
    }

    int size() {
        return labels.size();
    }

    boolean isBinary() {
        return labels.size() == 2;
    }

    /** The classes of which each is the event of statistics of its own: one of two, or all. */
    int events() {
        return isBinary() ? 1 : labels.size();
    }

    /** The place of each row's label. */
    int[] of(DataSet data) {
        return Arrays.stream(data.labels())
                .mapToInt(label -> labels.indexOf((long) label))
                .toArray();
    }

    /** As FATE's models and summaries name them. */
    List<String> names() {
        return labels.stream().map(String::valueOf).toList();
    }
}
