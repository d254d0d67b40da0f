package io.fateflow.worker.component.imputation;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class FeatureImputationTest {

    private static final String HOST = "host:10000";
    private static final double NAN = Double.NaN;
    private static final InstanceSchema SCHEMA = InstanceSchema.dense(List.of("a", "b"), List.of("x0", "x1"));

    @TempDir
    Path directory;

    private Tables tables;
    private TableName data;

    @BeforeEach
    void store() throws Exception {
        tables = new Tables(new Federation(directory, HOST).tables(HOST));
        data = table(new double[][] {{1, NAN}, {NAN, 8}, {3, -1}, {8, 4}});
    }

    @ParameterizedTest
    @CsvSource({"min,1,-1", "max,8,8", "mean,4,3.6666666666666665", "median,3,4"})
    void fillsEachColumnByItsStatistic(String method, double a, double b) throws Exception {
        List<Features> filled = features(run("{\"missing_fill_method\":\"" + method + "\"}"));

        assertThat(filled.get(0)).isEqualTo(new DenseFeatures(1, b));
        assertThat(filled.get(1)).isEqualTo(new DenseFeatures(a, 8));
        assertThat(filled.get(3)).isEqualTo(new DenseFeatures(8, 4));
    }

    @Test
    void columnsMayHaveMethodsOfTheirOwn() throws Exception {
        Federation.Run run = run("{\"col_missing_fill_method\":{\"b\":\"max\"},\"missing_impute\":[-1]}");

        assertThat(features(run))
                .containsExactly(
                        new DenseFeatures(1, 8),
                        new DenseFeatures(NAN, 8),
                        new DenseFeatures(3, 8),
                        new DenseFeatures(8, 4));
        assertThat(run.result(HOST).at("/summary/skip_cols").toString()).isEqualTo("[\"a\"]");
        assertThat(run.result(HOST).at("/summary/missing_impute_rate/b").asDouble())
                .isEqualTo(0.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"min", "max", "mean", "median"})
    void aColumnWithoutAnyValueStaysWithoutAny(String method) throws Exception {
        data = table(new double[][] {{1, NAN}, {NAN, NAN}, {3, NAN}});

        Federation.Run run = run("{\"missing_fill_method\":\"" + method + "\"}");

        assertThat(features(run)).hasSize(3).allSatisfy(row -> {
            assertThat(row.get(0)).isNotNaN();
            assertThat(row.get(1)).isNaN();
        });
        data = table(new double[][] {{NAN, NAN}, {4, 5}});
        Federation.Run again = new Federation(directory, HOST)
                .component(FeatureImputation::new)
                .input(HOST, "data", data)
                .model(HOST, ModelInput.Kind.MODEL, run.model(HOST))
                .run();
        assertThat(features(again).get(0).get(1)).isNaN();
        assertThat(features(again).get(1).get(1)).isEqualTo(5);
    }

    @Test
    void givenValuesFillToo() throws Exception {
        assertThat(features(run("{\"missing_fill_method\":\"designated\",\"default_value\":[10,20]}")))
                .startsWith(new DenseFeatures(1, 20), new DenseFeatures(10, 8));
        assertThat(features(run("{}"))).startsWith(new DenseFeatures(1, 0), new DenseFeatures(0, 8));
    }

    @Test
    void aModelFillsOtherDataByWhatItLearned() throws Exception {
        Model model =
                run("{\"missing_fill_method\":\"max\",\"missing_impute\":[-1]}").model(HOST);

        Federation.Run run = new Federation(directory, HOST)
                .component(FeatureImputation::new)
                .input(HOST, "data", table(new double[][] {{NAN, -1}, {2, 2}}))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(features(run)).containsExactly(new DenseFeatures(8, 8), new DenseFeatures(2, 2));
        assertThat(run.model(HOST)
                        .param()
                        .at("/imputerParam/missingValueRatio/a")
                        .asDouble())
                .isEqualTo(0.5);
    }

    @Test
    void wrongParametersAreNamed() throws Exception {
        assertThat(run("{\"col_missing_fill_method\":{\"c\":\"max\"}}").failure(HOST))
                .contains("c not found in data header");
        assertThat(run("{\"col_missing_fill_method\":{\"a\":\"mode\"}}").failure(HOST))
                .contains("for column a, not mode");
        assertThat(run("{\"default_value\":[1]}").failure(HOST)).contains("default_value has 1 numbers");
    }

    private TableName table(double[][] rows) throws Exception {
        Instance[] instances = new Instance[rows.length];
        for (int i = 0; i < rows.length; i++) {
            instances[i] = Instance.of("id" + i, 0, new DenseFeatures(rows[i]));
        }
        return tables.instances(SCHEMA, instances);
    }

    private Federation.Run run(String parameters) throws Exception {
        return new Federation(directory, HOST)
                .component(FeatureImputation::new)
                .parameters(parameters)
                .input(HOST, "data", data)
                .run();
    }

    private List<Features> features(Federation.Run run) throws Exception {
        return tables.load(run.output(HOST, "data")).instances().stream()
                .map(Instance::features)
                .toList();
    }
}
