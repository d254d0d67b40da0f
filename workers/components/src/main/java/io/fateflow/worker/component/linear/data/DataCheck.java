package io.fateflow.worker.component.linear.data;

import java.util.List;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Instance;

/**
 * Refuses data that no linear model can be trained with. Errors reach the other parties: they name column and row
 * number, and neither a value nor an id.
 */
public record DataCheck(Party party, String input) {

    /** FATE's threshold: what is greater makes training overflow. */
    private static final double MOST = 1e8;

    /** Features that can be computed with: not empty, not missing, not huge. */
    public void features(DataSet data) {
        if (data.size() == 0) {
            throw wrong("has no rows");
        }
        if (data.header().isEmpty()) {
            throw wrong("has no columns");
        }
        int row = 0;
        for (Instance instance : data.instances()) {
            row++;
            check(instance, row, data.header());
        }
    }

    /** Every row has a label. */
    public void labels(DataSet data) {
        if (!data.schema().hasLabel()) {
            throw wrong("has no label: set with_label and label_name in its DataTransform");
        }
        int row = 0;
        for (Instance instance : data.instances()) {
            row++;
            if (!Double.isFinite(instance.label())) {
                throw wrong("has no label in row " + row);
            }
        }
    }

    /** Labels are whole numbers, as classes are. */
    public void classLabels(DataSet data) {
        labels(data);
        int row = 0;
        for (Instance instance : data.instances()) {
            row++;
            if (instance.label() != Math.rint(instance.label())) {
                throw wrong("has a label in row " + row
                        + " that is not a whole number, as classes must be: a regression is HeteroLinR");
            }
        }
    }

    private void check(Instance instance, int row, List<String> header) {
        instance.features().forEach((column, value) -> {
            if (Double.isNaN(value)) {
                throw wrong("has no value in column " + header.get(column) + " of row " + row
                        + ": set missing_fill in its DataTransform");
            }
            if (Math.abs(value) > MOST) {
                throw wrong("has a value beyond " + MOST + " in column " + header.get(column) + " of row " + row
                        + ", which is too large for a linear model: scale it with FeatureScale");
            }
        });
        if (!Double.isFinite(instance.weight())) {
            throw wrong("has a weight in row " + row + " that is not a finite number");
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(party + ": " + input + " " + what);
    }
}
