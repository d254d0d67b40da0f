package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/** Finds the split points of this party's columns; of optimal binning, those to start from. */
final class ColumnBinning {

    private final BinningParameters parameters;
    private final DataSet data;
    private final Party self;
    private final Map<Integer, SplitPoints> manual;

    ColumnBinning(BinningParameters parameters, DataSet data, Party self) {
        this.parameters = parameters;
        this.data = data;
        this.self = self;
        this.manual = parameters.manual().in(data.header(), self);
    }

    /** In the header's order. */
    List<BinnedColumn> columns() throws IOException {
        List<Integer> categories = parameters.categories().in(data.header(), self);
        TreeSet<Integer> places = new TreeSet<>(parameters.bins().in(data.header(), self));
        places.addAll(categories);
        check(places, categories);
        List<BinnedColumn> columns = new ArrayList<>();
        for (int place : places) {
            boolean category = categories.contains(place);
            columns.add(new BinnedColumn(
                    place,
                    data.header().get(place),
                    data.schema().anonymousHeader().get(place),
                    category,
                    splits(place, category)));
        }
        return columns;
    }

    private void check(Collection<Integer> places, Collection<Integer> categories) throws IOException {
        if (data.size() == 0 || places.isEmpty()) {
            throw new IOException("there is nothing to bin at " + self + ": the data has " + data.size() + " rows and "
                    + data.header().size() + " columns, of which " + places.size() + " are to be binned");
        }
        for (int place : manual.keySet()) {
            require(places.contains(place), place, "has split points, but is not to be binned");
        }
        for (int place : places) {
            require(
                    manual.isEmpty() || manual.containsKey(place) || categories.contains(place),
                    place,
                    "has no split points, but others have: give them to all columns that are to be binned");
        }
    }

    private SplitPoints splits(int place, boolean category) throws IOException {
        SplitPoints given = manual.get(place);
        if (given != null) {
            return given;
        }
        double[] values = Columns.values(data, place);
        require(Arrays.stream(values).noneMatch(Double::isInfinite), place, "has an infinite value");
        if (category) {
            double[] present =
                    Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
            return present.length == 0 ? new SplitPoints(0) : SplitPoints.ofDistinct(present);
        }
        if (parameters.isOptimal()) {
            require(
                    Arrays.stream(values).noneMatch(Double::isNaN),
                    place,
                    "has missing values, which method optimal can't take: impute them, or use another method");
            OptimalParameters optimal = parameters.optimal();
            return optimal.initialBinning().of(values, optimal.initialBins());
        }
        Splitter splitter =
                parameters.method() == BinningParameters.Method.BUCKET ? Splitter.BUCKET : Splitter.QUANTILE;
        return splitter.of(values, parameters.binNum());
    }

    private void require(boolean right, int place, String otherwise) throws IOException {
        if (!right) {
            throw new IOException("column " + data.header().get(place) + " of " + self + " " + otherwise);
        }
    }
}
