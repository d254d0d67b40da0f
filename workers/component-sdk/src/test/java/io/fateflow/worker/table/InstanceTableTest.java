package io.fateflow.worker.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class InstanceTableTest {

    private static final TableName NAME = new TableName("experiment", "transformed");
    private static final InstanceSchema TWO_COLUMNS =
            InstanceSchema.dense(List.of("age", "income"), List.of("guest_9999_x0", "guest_9999_x1"));

    @TempDir
    Path directory;

    private TableStore store;

    @BeforeEach
    void openStore() {
        store = new TableStore(directory);
    }

    @Test
    void givesBackDenseInstancesOverManyBatches() throws IOException {
        Random random = new Random(1);
        InstanceSchema schema =
                TWO_COLUMNS.withLabel("y", true).withMatchId("phone").withWeights(true);
        List<Instance> instances = IntStream.range(0, 20_000)
                .mapToObj(i -> new Instance(
                        "id" + i,
                        "match" + i,
                        i % 2,
                        random.nextDouble(),
                        new DenseFeatures(random.nextDouble(), i % 7 == 0 ? Double.NaN : i)))
                .toList();

        write(schema, instances);

        assertThat(read()).isEqualTo(instances);
        assertThat(store.find(NAME).orElseThrow().schema().instances()).isEqualTo(schema);
    }

    @Test
    void givesBackSparseInstances() throws IOException {
        InstanceSchema schema = TWO_COLUMNS.withSparse(true);
        List<Instance> instances = List.of(
                Instance.of("a", Double.NaN, new SparseFeatures(2, new int[] {1}, new double[] {2.5})),
                Instance.of("b", Double.NaN, new SparseFeatures(2, new int[0], new double[0])),
                Instance.of("c", Double.NaN, new SparseFeatures(2, new int[] {0, 1}, new double[] {1, -1})));

        write(schema, instances);

        assertThat(read()).isEqualTo(instances);
    }

    @Test
    void leavesOutTheZerosOfDenseFeaturesInASparseTable() throws IOException {
        write(TWO_COLUMNS.withSparse(true), List.of(Instance.of("a", 0, new DenseFeatures(0, 3))));

        assertThat(read().get(0).features()).isEqualTo(new SparseFeatures(2, new int[] {1}, new double[] {3}));
    }

    @Test
    void showsInstancesAsTextInFatesOrderOfColumns() throws IOException {
        write(
                TWO_COLUMNS.withLabel("y", true).withMatchId("phone"),
                List.of(new Instance("a", "+49", 1, 1, new DenseFeatures(0.5, -2))));

        TableSchema schema = store.find(NAME).orElseThrow().schema();
        assertThat(schema.columns()).containsExactly("phone", "y", "age", "income");
        assertThat(schema.header()).isEqualTo("phone,y,age,income");
        try (TableReader reader = store.open(NAME)) {
            assertThat(reader.next()).containsExactly(new Row("a", List.of("+49", "1", "0.5", "-2.0")));
        }
    }

    @Test
    void keepsTextAndInstancesApart() throws IOException {
        try (TableWriter text = store.create(NAME, TableSchema.of("id", List.of("x0"), 1))) {
            assertThatThrownBy(() -> text.add(Instance.of("a", 0, new DenseFeatures(1))))
                    .hasMessageContaining("holds text");
            text.commit();
        }
        try (TableReader reader = store.open(NAME)) {
            assertThatThrownBy(reader::nextInstances).hasMessageContaining("put a DataTransform before");
        }
        write(TWO_COLUMNS, List.of());
        assertThatThrownBy(() -> write(TWO_COLUMNS, List.of(Instance.of("a", 0, new DenseFeatures(1)))))
                .hasMessageContaining("an instance has 1 features, its table has 2 columns");
    }

    private void write(InstanceSchema schema, List<Instance> instances) throws IOException {
        try (TableWriter writer =
                store.create(NAME, TableSchema.of("id", List.of(), 1).withInstances(schema))) {
            for (Instance instance : instances) {
                writer.add(instance);
            }
            writer.commit();
        }
    }

    private List<Instance> read() throws IOException {
        List<Instance> all = new ArrayList<>();
        try (TableReader reader = store.open(NAME)) {
            for (List<Instance> next = reader.nextInstances(); !next.isEmpty(); next = reader.nextInstances()) {
                all.addAll(next);
            }
        }
        return all;
    }
}
