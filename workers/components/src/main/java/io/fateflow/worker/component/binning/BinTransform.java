package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.SparseFeatures;

/** Replaces values by what a model says of their bins; zeros that sparse data leave out are values like others. */
final class BinTransform {

    private final Model model;
    private final Party self;
    private final TransformType type;

    /**
     * Reads what to do.
     *
     * @param model of a binning
     * @param self whose data is to be transformed, for errors
     */
    BinTransform(Model model, Party self) throws IOException {
        if (!model.paramName().equals(BinningModel.PARAM)) {
            throw new IOException("binning at " + self + " got a model of " + model.module()
                    + ": give it one of HeteroFeatureBinning");
        }
        this.model = model;
        this.self = self;
        this.type = TransformType.of(
                model.meta().path("transformParam").path("transformType").asText());
    }

    /**
     * The transformed data.
     *
     * @throws IOException if the data lacks a column, or has a value in a bin without weight of evidence
     */
    DataSet apply(DataSet data) throws IOException {
        if (type == TransformType.NONE) {
            return data;
        }
        List<Column> columns = columns(data.header());
        List<Instance> transformed = new ArrayList<>(data.size());
        for (Instance instance : data.instances()) {
            transformed.add(instance.withFeatures(features(instance.features(), columns, transformed.size() + 1)));
        }
        return data.with(data.schema(), transformed);
    }

    private List<Column> columns(List<String> header) throws IOException {
        List<String> trained = ProtobufJson.texts(model.param().path("header"));
        List<Column> columns = new ArrayList<>();
        for (JsonNode place : model.meta().path("transformParam").path("transformCols")) {
            String name = trained.get(place.asInt());
            if (!header.contains(name)) {
                throw new IOException("the data of " + self + " has no column " + name + ", which the model bins");
            }
            JsonNode bins =
                    model.param().path("binningResult").path("binningResult").path(name);
            SplitPoints splits = new SplitPoints(ProtobufJson.doubles(bins.path("splitPoints")));
            columns.add(new Column(header.indexOf(name), name, splits, ProtobufJson.doubles(bins.path("woeArray"))));
        }
        return columns;
    }

    private Features features(Features features, List<Column> columns, int row) throws IOException {
        double[] values = new double[features.size()];
        features.forEach((place, value) -> values[place] = value);
        for (Column column : columns) {
            int bin = column.splits.bin(values[column.place]);
            if (type == TransformType.WOE && bin >= column.woe.length) {
                throw new IOException("column " + column.name + " of " + self + " has a value in row " + row
                        + " in bin " + bin + ", of which the model knows no woe: no such value was there in training");
            }
            values[column.place] = type == TransformType.WOE ? column.woe[bin] : bin;
        }
        return features instanceof SparseFeatures ? sparse(values) : new DenseFeatures(values);
    }

    private static SparseFeatures sparse(double... values) {
        int[] stored = IntStream.range(0, values.length)
                .filter(place -> values[place] != 0)
                .toArray();
        return new SparseFeatures(
                values.length,
                stored,
                Arrays.stream(stored).mapToDouble(place -> values[place]).toArray());
    }

    private static final class Column {

        private final int place;
        private final String name;
        private final SplitPoints splits;
        private final double[] woe;

        Column(int place, String name, SplitPoints splits, double... woe) {
            this.place = place;
            this.name = name;
            this.splits = splits;
            this.woe = woe;
        }
    }
}
