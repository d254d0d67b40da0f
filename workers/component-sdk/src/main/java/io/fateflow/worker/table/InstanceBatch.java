package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Instances in and out of one Arrow record batch. */
final class InstanceBatch {

    private static final String ID = "id";
    private static final String MATCH_ID = "match_id";
    private static final String LABEL = "label";
    private static final String WEIGHT = "weight";
    private static final String FEATURES = "features";
    private static final String PLACES = "places";

    private static final ArrowType NUMBER = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    private static final ArrowType INTEGER = new ArrowType.Int(32, true);

    private final VectorSchemaRoot root;
    private final InstanceSchema schema;

    InstanceBatch(VectorSchemaRoot root, InstanceSchema schema) {
        this.root = root;
        this.schema = schema;
    }

    static List<Field> fields(InstanceSchema schema) {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.notNullable(ID, ArrowType.Utf8.INSTANCE));
        if (schema.hasMatchId()) {
            fields.add(Field.notNullable(MATCH_ID, ArrowType.Utf8.INSTANCE));
        }
        if (schema.hasLabel()) {
            fields.add(Field.notNullable(LABEL, NUMBER));
        }
        if (schema.weighted()) {
            fields.add(Field.notNullable(WEIGHT, NUMBER));
        }
        if (schema.sparse()) {
            fields.add(list(PLACES, ArrowType.List.INSTANCE, INTEGER));
            fields.add(list(FEATURES, ArrowType.List.INSTANCE, NUMBER));
        } else {
            int width = schema.header().size();
            fields.add(list(FEATURES, new ArrowType.FixedSizeList(width), NUMBER));
        }
        return fields;
    }

    /** Returns about how many bytes it took. */
    long put(int row, Instance instance) {
        if (instance.features().size() != schema.header().size()) {
            throw new IllegalArgumentException("an instance has "
                    + instance.features().size() + " features, its table has "
                    + schema.header().size() + " columns");
        }
        long bytes = put(ID, row, instance.id());
        if (schema.hasMatchId()) {
            bytes += put(MATCH_ID, row, instance.matchId());
        }
        if (schema.hasLabel()) {
            numbers(LABEL).setSafe(row, instance.label());
        }
        if (schema.weighted()) {
            numbers(WEIGHT).setSafe(row, instance.weight());
        }
        return bytes + (schema.sparse() ? putSparse(row, instance.features()) : putDense(row, instance.features()));
    }

    List<Instance> read() {
        List<Instance> instances = new ArrayList<>(root.getRowCount());
        for (int row = 0; row < root.getRowCount(); row++) {
            instances.add(new Instance(
                    text(ID, row),
                    schema.hasMatchId() ? text(MATCH_ID, row) : "",
                    schema.hasLabel() ? numbers(LABEL).get(row) : Double.NaN,
                    schema.weighted() ? numbers(WEIGHT).get(row) : 1,
                    schema.sparse() ? sparse(row) : dense(row)));
        }
        return instances;
    }

    private long putDense(int row, Features features) {
        FixedSizeListVector list = (FixedSizeListVector) root.getVector(FEATURES);
        Float8Vector values = (Float8Vector) list.getDataVector();
        int start = list.startNewValue(row);
        for (int i = 0; i < features.size(); i++) {
            values.setSafe(start + i, features.get(i));
        }
        return 8L * features.size();
    }

    private Features dense(int row) {
        Float8Vector values = (Float8Vector) ((FixedSizeListVector) root.getVector(FEATURES)).getDataVector();
        int width = schema.header().size();
        double[] features = new double[width];
        for (int i = 0; i < width; i++) {
            features[i] = values.get(row * width + i);
        }
        return new DenseFeatures(features);
    }

    private long putSparse(int row, Features features) {
        ListVector placeLists = (ListVector) root.getVector(PLACES);
        ListVector valueLists = (ListVector) root.getVector(FEATURES);
        IntVector places = (IntVector) placeLists.getDataVector();
        Float8Vector values = (Float8Vector) valueLists.getDataVector();
        int start = placeLists.startNewValue(row);
        valueLists.startNewValue(row);
        int[] stored = {0};
        features.forEach((column, value) -> {
            if (value != 0) {
                places.setSafe(start + stored[0], column);
                values.setSafe(start + stored[0], value);
                stored[0]++;
            }
        });
        placeLists.endValue(row, stored[0]);
        valueLists.endValue(row, stored[0]);
        return 12L * stored[0];
    }

    private Features sparse(int row) {
        ListVector placeLists = (ListVector) root.getVector(PLACES);
        IntVector places = (IntVector) placeLists.getDataVector();
        Float8Vector values = (Float8Vector) ((ListVector) root.getVector(FEATURES)).getDataVector();
        int start = placeLists.getElementStartIndex(row);
        int stored = placeLists.getElementEndIndex(row) - start;
        int[] columns = new int[stored];
        double[] features = new double[stored];
        for (int i = 0; i < stored; i++) {
            columns[i] = places.get(start + i);
            features[i] = values.get(start + i);
        }
        return new SparseFeatures(schema.header().size(), columns, features);
    }

    private long put(String field, int row, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ((VarCharVector) root.getVector(field)).setSafe(row, utf8);
        return utf8.length;
    }

    private String text(String field, int row) {
        return new String(((VarCharVector) root.getVector(field)).get(row), StandardCharsets.UTF_8);
    }

    private Float8Vector numbers(String field) {
        return (Float8Vector) root.getVector(field);
    }

    private static Field list(String name, ArrowType type, ArrowType element) {
        return new Field(name, FieldType.notNullable(type), List.of(Field.notNullable("value", element)));
    }
}
