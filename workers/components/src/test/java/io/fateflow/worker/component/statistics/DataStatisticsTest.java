package io.fateflow.worker.component.statistics;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DataStatisticsTest {

    private static final String HOST = "host:10000";
    private static final InstanceSchema SCHEMA =
            InstanceSchema.dense(List.of("a", "b"), List.of("host_10000_x0", "host_10000_x1"));

    @TempDir
    Path directory;

    private Tables tables;

    @BeforeEach
    void open() {
        tables = new Tables(new Federation(directory, HOST).tables(HOST));
    }

    @Test
    void aQuantileIsAsExactAsFatesUnlessItIsSaid() throws ParameterException {
        Parameters none = new Parameters("DataStatistics", JsonNodeFactory.instance.objectNode());

        assertThat(StatisticsParameters.from(none).quantileError()).isEqualTo(0.0001);
    }

    /** 1 + 2 + 3 + 4 + 10 = 20, mean 4, variance 50 / 5, third moment 180 / 5, fourth 1394 / 5. */
    @Test
    void describesAColumnByFatesSummary() throws Exception {
        Federation.Run run = run(table(1, 2, Double.NaN, 3, 4, 10), "{}");

        JsonNode a = run.result(HOST).at("/summary/a");
        assertThat(a.properties())
                .extracting(Map.Entry::getKey)
                .containsExactly(
                        "sum",
                        "mean",
                        "stddev",
                        "median",
                        "min",
                        "max",
                        "missing_ratio",
                        "missing_count",
                        "skewness",
                        "kurtosis",
                        "coefficient_of_variance");
        assertThat(a.path("sum").asDouble()).isEqualTo(20);
        assertThat(a.path("mean").asDouble()).isEqualTo(4);
        assertThat(a.path("stddev").asDouble()).isEqualTo(Math.sqrt(10), within(1e-12));
        assertThat(a.path("median").asDouble()).isEqualTo(3);
        assertThat(a.path("missing_count").asInt()).isEqualTo(1);
        assertThat(a.path("missing_ratio").asDouble()).isEqualTo(1.0 / 6, within(1e-12));
        assertThat(a.path("skewness").asDouble()).isEqualTo(36 / Math.pow(10, 1.5), within(1e-12));
        assertThat(a.path("kurtosis").asDouble()).isEqualTo(2.788 - 3, within(1e-12));
        assertThat(tables.load(run.output(HOST, "data")).size()).isEqualTo(6);
    }

    @Test
    void givesWhatElseIsAskedForOfTheColumnsThatAreNamed() throws Exception {
        Federation.Run run = run(
                table(5, 1, 4, 2, 3),
                "{\"statistics\":[\"variance\",\"count\",\"mean\",\"20%\",\"100%\"],\"column_indexes\":[],"
                        + "\"column_names\":[\"a\"]}");

        JsonNode a = run.result(HOST).at("/summary/a");
        assertThat(a.path("variance").asDouble()).isEqualTo(2, within(1e-12));
        assertThat(a.path("count").asInt()).isEqualTo(5);
        assertThat(a.path("20%").asDouble()).isEqualTo(1);
        assertThat(a.path("100%").asDouble()).isEqualTo(5);
        assertThat(run.result(HOST).path("summary").has("b")).isFalse();
        assertThat(run.model(HOST).meta().path("staticColumns").toString()).isEqualTo("[\"a\"]");
        JsonNode last = run.model(HOST).param().at("/selfValues/results/14");
        assertThat(last.toString()).isEqualTo("{\"values\":[5.0],\"colNames\":[\"a\"],\"valueName\":\"100%\"}");
    }

    @Test
    void abnormalValuesDoNotCount() throws Exception {
        JsonNode a = run(table(1, -999, 3), "{\"abnormal_list\":[-999]}")
                .result(HOST)
                .at("/summary/a");

        assertThat(a.path("mean").asDouble()).isEqualTo(2);
        assertThat(a.path("missing_count").asInt()).isZero();
    }

    @Test
    void theBiasOfASampleMayBeCorrected() throws Exception {
        JsonNode a = run(table(1, 2, 3, 4, 10), "{\"bias\":false}").result(HOST).at("/summary/a");

        assertThat(a.path("skewness").asDouble()).isEqualTo(36 / Math.pow(10, 1.5) * Math.sqrt(20) / 3, within(1e-12));
        assertThat(a.path("kurtosis").asDouble()).isEqualTo((24 * 2.788 - 48) / 6, within(1e-12));
    }

    @Test
    void whatSparseDataLeavesOutIsZeroAndMissing() throws Exception {
        TableName sparse = tables.instances(
                SCHEMA.withSparse(true),
                Instance.of("1", 0, new SparseFeatures(2, new int[] {0}, new double[] {4})),
                Instance.of("2", 0, new SparseFeatures(2, new int[0], new double[0])));

        JsonNode summary = run(sparse, "{}").result(HOST).path("summary");

        assertThat(summary.at("/a/mean").asDouble()).isEqualTo(2);
        assertThat(summary.at("/a/missing_ratio").asDouble()).isEqualTo(0.5);
        assertThat(summary.at("/b/missing_ratio").asDouble()).isEqualTo(1);
    }

    @Test
    void aColumnWithoutValuesHasNoStatistics() throws Exception {
        JsonNode summary = run(table(Double.NaN), "{}").result(HOST).at("/summary/a");

        assertThat(summary.path("mean").asText()).isEqualTo("NaN");
        assertThat(summary.path("median").asText()).isEqualTo("NaN");
        assertThat(summary.path("missing_ratio").asDouble()).isEqualTo(1);
    }

    @Test
    void wrongParametersAreNamed() throws Exception {
        assertThat(run(table(1), "{\"statistics\":[\"mode\"]}").failure(HOST)).contains("statistics has the name mode");
        assertThat(run(table(1), "{\"statistics\":[\"101%\"]}").failure(HOST)).contains("the name 101%");
        assertThat(run(table(1), "{\"column_indexes\":[-2]}").failure(HOST)).contains("column_indexes");
        assertThat(run(table(1), "{\"abnormal_list\":[\"x\"]}").failure(HOST)).contains("abnormal_list");
        assertThat(run(table(), "{}").failure(HOST)).isEqualTo("host 10000: the input table has no rows");
    }

    private TableName table(double... values) throws Exception {
        Instance[] instances = new Instance[values.length];
        for (int i = 0; i < values.length; i++) {
            instances[i] = Instance.of("id" + i, 0, new DenseFeatures(values[i], i));
        }
        return tables.instances(SCHEMA, instances);
    }

    private Federation.Run run(TableName table, String parameters) throws Exception {
        return new Federation(directory, HOST)
                .component(DataStatistics::new)
                .parameters(parameters)
                .input(HOST, "data", table)
                .run();
    }
}
