package io.fateflow.worker.component.onehot;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class OneHotEncoderTest {

    private static final String HOST = "host:10000";
    private static final InstanceSchema SCHEMA =
            InstanceSchema.dense(List.of("a", "b"), List.of("host_10000_x0", "host_10000_x1"));

    @TempDir
    Path directory;

    private Tables tables;
    private TableName data;

    @BeforeEach
    void store() throws Exception {
        tables = new Tables(new Federation(directory, HOST).tables(HOST));
        data = table(2, -1, 10, 2);
    }

    @Test
    void eachValueBecomesAColumn() throws Exception {
        Federation.Run run = run(data, "{\"transform_col_indexes\":[],\"transform_col_names\":[\"a\"]}");

        DataSet encoded = output(run);
        assertThat(encoded.header()).containsExactly("a_-1", "a_2", "a_10", "b");
        assertThat(encoded.schema().anonymousHeader())
                .containsExactly("host_10000_x0_0", "host_10000_x0_1", "host_10000_x0_2", "host_10000_x1");
        assertThat(encoded.instances())
                .extracting(Instance::features)
                .containsExactly(
                        new DenseFeatures(0, 1, 0, 0.5),
                        new DenseFeatures(1, 0, 0, 0.5),
                        new DenseFeatures(0, 0, 1, 0.5),
                        new DenseFeatures(0, 1, 0, 0.5));
        assertThat(run.result(HOST).path("summary").toString())
                .isEqualTo("{\"original_dimension\":2,\"transferred_dimension\":4}");
        assertThat(run.model(HOST).param().at("/colMap/a").toString())
                .isEqualTo("{\"values\":[\"-1\",\"2\",\"10\"],\"transformedHeaders\":[\"a_-1\",\"a_2\",\"a_10\"]}");
    }

    @Test
    void aModelMakesTheSameColumnsAndLeavesUnknownValuesOut() throws Exception {
        Model model = run(data, "{\"transform_col_indexes\":[0]}").model(HOST);

        Federation.Run run = new Federation(directory, HOST)
                .component(OneHotEncoder::new)
                .input(HOST, "data", table(10, 7))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(output(run).instances())
                .extracting(Instance::features)
                .containsExactly(new DenseFeatures(0, 0, 1, 0.5), new DenseFeatures(0, 0, 0, 0.5));
    }

    @Test
    void textsBecomeColumnsByWhatTheyAreAndNotByTheirPlace() throws Exception {
        Model model = run(texts("red", "7", "007", "red"), "{\"transform_col_indexes\":[0]}")
                .model(HOST);
        Federation.Run run = new Federation(directory, HOST)
                .component(OneHotEncoder::new)
                .input(HOST, "data", texts("007", "green", "red"))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(output(run).header()).containsExactly("a_007", "a_7", "a_red", "b");
        assertThat(output(run).instances())
                .extracting(Instance::features)
                .containsExactly(
                        new DenseFeatures(1, 0, 0, 0.5),
                        new DenseFeatures(0, 0, 0, 0.5),
                        new DenseFeatures(0, 0, 1, 0.5));
        assertThat(output(run).schema().texts()).isEmpty();
    }

    @Test
    void aModelOfTextsLeavesNumbersOutAndAGapIsNoValue() throws Exception {
        Model model = run(texts("red", "7"), "{\"transform_col_indexes\":[0]}").model(HOST);
        Federation.Run run = new Federation(directory, HOST)
                .component(OneHotEncoder::new)
                .input(HOST, "data", table(7, Double.NaN))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(output(run).instances())
                .extracting(Instance::features)
                .containsExactly(new DenseFeatures(1, 0, 0.5), new DenseFeatures(0, 0, 0.5));
    }

    /** A table whose first column holds texts. */
    private TableName texts(String... values) throws Exception {
        List<String> different = Stream.of(values).distinct().toList();
        return tables.instances(
                SCHEMA.withTexts(Map.of("a", different)),
                Stream.of(values)
                        .map(value -> Instance.of("", Double.NaN, new DenseFeatures(different.indexOf(value), 0.5)))
                        .toArray(Instance[]::new));
    }

    @Test
    void onlyFewWholeNumbersCanBeEncoded() throws Exception {
        double[] many = new double[1025];
        for (int i = 0; i < many.length; i++) {
            many[i] = i;
        }

        assertThat(run(data, "{}").failure(HOST)).startsWith("host 10000: column b of row 1 is not a whole number");
        assertThat(run(table(many), "{\"transform_col_indexes\":[0]}").failure(HOST))
                .contains("column a of row 1025 is one value too many", "1024");
    }

    private TableName table(double... values) throws Exception {
        Instance[] instances = new Instance[values.length];
        for (int i = 0; i < values.length; i++) {
            instances[i] = Instance.of("id" + i, 0, new DenseFeatures(values[i], 0.5));
        }
        return tables.instances(SCHEMA, instances);
    }

    private Federation.Run run(TableName table, String parameters) throws Exception {
        return new Federation(directory, HOST)
                .component(OneHotEncoder::new)
                .parameters(parameters)
                .input(HOST, "data", table)
                .run();
    }

    private DataSet output(Federation.Run run) throws Exception {
        return tables.load(run.output(HOST, "data"));
    }
}
