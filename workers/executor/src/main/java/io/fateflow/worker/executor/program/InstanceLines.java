package io.fateflow.worker.executor.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.SparseFeatures;

/**
 * Instances as lines, for programs that know what instances are: the id; match id, label and weight where the table has them;
 * and the features, a field each, or where most are 0 in one field, as {@code place:value} with spaces between.
 */
record InstanceLines(InstanceSchema schema) {

    private static final String WEIGHT = "inst_weight";
    private static final String FEATURES = "features";

    /** The columns behind the id. */
    List<String> header() {
        List<String> header = new ArrayList<>();
        if (schema.matchIdName() != null) {
            header.add(schema.matchIdName());
        }
        if (schema.labelName() != null) {
            header.add(schema.labelName());
        }
        if (schema.weighted()) {
            header.add(WEIGHT);
        }
        header.addAll(schema.sparse() ? List.of(FEATURES) : schema.header());
        return header;
    }

    List<String> line(Instance instance) {
        List<String> line = new ArrayList<>(List.of(instance.id()));
        if (schema.hasMatchId()) {
            line.add(instance.matchId());
        }
        if (schema.hasLabel()) {
            line.add(
                    schema.integerLabel() ? Long.toString((long) instance.label()) : Double.toString(instance.label()));
        }
        if (schema.weighted()) {
            line.add(Double.toString(instance.weight()));
        }
        if (schema.sparse()) {
            List<String> stored = new ArrayList<>();
            instance.features().forEach((place, value) -> {
                if (value != 0) {
                    stored.add(place + ":" + value);
                }
            });
            line.add(String.join(" ", stored));
        } else {
            for (int column = 0; column < schema.header().size(); column++) {
                line.add(Double.toString(instance.features().get(column)));
            }
        }
        return line;
    }

    /**
     * An instance of a line.
     *
     * @param place of the line, for errors, which hold none of its values
     */
    Instance instance(List<String> line, String place) throws IOException {
        int at = 1;
        try {
            String matchId = schema.hasMatchId() ? line.get(at++) : "";
            double label = schema.hasLabel() ? Double.parseDouble(line.get(at++)) : Double.NaN;
            double weight = schema.weighted() ? Double.parseDouble(line.get(at++)) : 1;
            Features features = schema.sparse()
                    ? sparse(line.get(at))
                    : dense(line.subList(at, at + schema.header().size()));
            return new Instance(line.get(0), matchId, label, weight, features);
        } catch (NumberFormatException showsTheValue) {
            throw new IOException(place + " has something else where a number must be");
        } catch (IllegalArgumentException showsTheColumn) {
            throw new IOException(place + " has features that its header has not");
        }
    }

    private static Features dense(List<String> values) {
        return new DenseFeatures(
                values.stream().mapToDouble(Double::parseDouble).toArray());
    }

    private Features sparse(String stored) {
        String[] pairs = stored.isEmpty() ? new String[0] : stored.split(" ", -1);
        int[] places = new int[pairs.length];
        double[] values = new double[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            int colon = pairs[i].indexOf(':');
            places[i] = Integer.parseInt(pairs[i].substring(0, Math.max(0, colon)));
            values[i] = Double.parseDouble(pairs[i].substring(colon + 1));
        }
        return new SparseFeatures(schema.header().size(), places, values);
    }
}
