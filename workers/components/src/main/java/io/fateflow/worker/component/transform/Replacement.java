package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.summary.NumberRows;

/** What takes the place of each column's missing values, or of its outliers. */
final class Replacement {

    private static final Logger log = LoggerFactory.getLogger(Replacement.class);

    private final List<String> shown;
    private final double[] values;

    private Replacement(List<String> shown, double... values) {
        this.shown = shown;
        this.values = values;
    }

    /**
     * Finds the values.
     *
     * @param rows with NaN where a value is to be replaced; not looked at if the values are given
     * @return NaN for a column that has no value to make one of: as in FATE, it stays without any
     */
    static Replacement fit(Filling filling, List<String> header, NumberRows rows) throws IOException {
        if (!filling.needsStatistics() || filling.method() == null) {
            return given(filling.value(), header);
        }
        double[] values = filling.method().of(rows);
        List<String> shown = new ArrayList<>();
        for (int column = 0; column < values.length; column++) {
            if (Double.isNaN(values[column])) {
                log.warn(
                        "column {} has no value to take the {} of, and stays without any; the method designated would fill it",
                        header.get(column),
                        filling.method().text());
            }
            shown.add(Double.toString(values[column]));
        }
        return new Replacement(shown, values);
    }

    /** The values of a model, by column. */
    static Replacement load(JsonNode byColumn, List<String> header) {
        List<String> shown =
                header.stream().map(name -> byColumn.path(name).asText("0")).toList();
        return new Replacement(
                shown, shown.stream().mapToDouble(Double::parseDouble).toArray());
    }

    private static Replacement given(JsonNode value, List<String> header) {
        if (value.isArray() && value.size() != header.size()) {
            throw new IllegalArgumentException("there are " + value.size()
                    + " values to replace missing ones or outliers, but " + header.size() + " columns");
        }
        List<String> shown = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            shown.add((value.isArray() ? value.get(column) : value).asText());
        }
        return new Replacement(
                shown, shown.stream().mapToDouble(Double::parseDouble).toArray());
    }

    double value(int column) {
        return values[column];
    }

    /** As it is written, which is how outliers are recognized. */
    String shown(int column) {
        return shown.get(column);
    }
}
