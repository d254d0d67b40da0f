package io.fateflow.worker.component.stability;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class PsiTest {

    private static final String GUEST = "guest:9999";
    private static final InstanceSchema SCHEMA =
            InstanceSchema.dense(List.of("a", "b"), List.of("guest_9999_x0", "guest_9999_x1"));

    @TempDir
    Path directory;

    @Test
    void theSameDistributionHasNoIndexAndAnotherOneItsOwn() throws Exception {
        double[][] expected =
                IntStream.range(0, 8).mapToObj(i -> new double[] {i, i}).toArray(double[][]::new);
        // half of column b has moved from the lower bin to the upper one
        double[][] actual = IntStream.range(0, 8)
                .mapToObj(i -> new double[] {i, i % 4 < 2 ? 7 : i})
                .toArray(double[][]::new);
        Federation.Run run = federation(dense(expected), dense(actual)).run();

        JsonNode param = run.model(GUEST).param();
        assertThat(param.at("/totalScore/a").asDouble()).isZero();
        // bins of values up to 3 and beyond: half and half before; 2 and 3 against the other six after
        double index = (0.25 - 0.5) * Math.log(0.25 / 0.5) + (0.75 - 0.5) * Math.log(0.75 / 0.5);
        assertThat(param.at("/totalScore/b").asDouble()).isCloseTo(index, offset(1e-12));
        assertThat(run.result(GUEST).at("/summary/psi_scores/b").asDouble()).isCloseTo(index, offset(1e-12));
        JsonNode b = param.at("/featurePsi/1");
        assertThat(b.path("interval").toString()).isEqualTo("[\"b<=3.0\",\"3.0<b\",\"missing\"]");
        assertThat(b.path("expectPerc").toString()).isEqualTo("[0.5,0.5,0.0]");
        assertThat(b.path("actualPerc").toString()).isEqualTo("[0.25,0.75,0.0]");
        assertThat(run.model(GUEST).meta().path("maxBinNum").asInt()).isEqualTo(2);
        assertThat(run.model(GUEST).paramName()).isEqualTo("PSIParam");
    }

    @Test
    void missingValuesHaveABinOfTheirOwn() throws Exception {
        double[][] expected = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
        double[][] actual = {{1, Double.NaN}, {2, 2}, {3, 3}, {4, 4}};
        JsonNode b = federation(dense(expected), dense(actual))
                .run()
                .model(GUEST)
                .param()
                .at("/featurePsi/1");

        assertThat(b.path("actualPerc").toString()).isEqualTo("[0.25,0.5,0.25]");
        assertThat(b.at("/psi/2").asDouble()).isCloseTo((0.25 - 1e-6) * Math.log(0.25 / 1e-6), offset(1e-6));
    }

    @Test
    void whatSparseDataLeaveOutIsMissing() throws Exception {
        Instance[] rows = {
            Instance.of("1", Double.NaN, new SparseFeatures(2, new int[] {0, 1}, new double[] {1, 1})),
            Instance.of("2", Double.NaN, new SparseFeatures(2, new int[] {1}, new double[] {2}))
        };
        Federation federation = new Federation(directory, GUEST);
        TableName table = new Tables(federation.tables(GUEST)).instances(SCHEMA.withSparse(true), rows);
        JsonNode a = federation(table, table).run().model(GUEST).param().at("/featurePsi/0");

        JsonNode shares = a.path("expectPerc");
        assertThat(shares.get(shares.size() - 1).asDouble()).isEqualTo(0.5);
    }

    @Test
    void mistakesAreNamed() throws Exception {
        double[][] rows = {{1, 1}, {2, 2}};
        double[][] empty = {{1, Double.NaN}, {2, Double.NaN}};

        assertThat(federation(dense(empty), dense(rows)).run().failure(GUEST)).contains("column b", "train_data");
        Federation other = new Federation(directory, GUEST);
        TableName renamed = new Tables(other.tables(GUEST))
                .instances(
                        InstanceSchema.dense(List.of("a", "c"), List.of("x0", "x1")),
                        Instance.of("1", Double.NaN, new DenseFeatures(new double[] {1, 2})));
        assertThat(federation(dense(rows), renamed).run().failure(GUEST)).contains("same columns", "[a, c]");
        Federation alone = new Federation(directory, GUEST)
                .component(Psi::new)
                .parameters("{\"max_bin_num\": 2}")
                .input(GUEST, "train_data", dense(rows));
        assertThat(alone.run().failure(GUEST)).contains("validate_data");
    }

    private TableName dense(double[]... rows) throws IOException {
        Instance[] instances = IntStream.range(0, rows.length)
                .mapToObj(i -> Instance.of("id-" + i, Double.NaN, new DenseFeatures(rows[i])))
                .toArray(Instance[]::new);
        return new Tables(new Federation(directory, GUEST).tables(GUEST)).instances(SCHEMA, instances);
    }

    private Federation federation(TableName expected, TableName actual) {
        return new Federation(directory, GUEST)
                .component(Psi::new)
                .parameters("{\"max_bin_num\": 2}")
                .input(GUEST, "train_data", expected)
                .input(GUEST, "validate_data", actual);
    }
}
