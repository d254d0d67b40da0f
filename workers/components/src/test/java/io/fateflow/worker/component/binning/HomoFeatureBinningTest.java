package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class HomoFeatureBinningTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String ARBITER = "arbiter:10000";
    private static final List<String> HEADER = List.of("a", "b", "c");

    @TempDir
    Path directory;

    private final double[][] guest = values(1, 120);
    private final double[][] host = values(2, 80);

    @Test
    void boundsAreQuantilesOfAllPartiesValues() throws Exception {
        Federation.Run run = federation("{\"method\": \"recursive_query\"}").run();

        for (int column = 0; column < 2; column++) {
            double[] bounds = bounds(run, GUEST, HEADER.get(column));
            assertThat(bounds)
                    .isEqualTo(bounds(run, HOST, HEADER.get(column)))
                    .hasSize(10)
                    .isSorted();
            double[] all = all(column);
            for (int bin = 0; bin < 10; bin++) {
                double wanted = Math.floor((bin + 1) * all.length / 10.0);
                // FATE's error of 1e-4 is one of 200 rows here
                assertThat(Math.abs(rank(all, bounds[bin]) - wanted)).isLessThanOrEqualTo(1);
            }
        }
        assertThat(run.result(ARBITER).path("models")).isEmpty();
    }

    @Test
    void interpolatedBoundsAreNear() throws Exception {
        Federation.Run run = federation("{\"sample_bins\": 1000}").run();

        double[] all = all(0);
        double[] bounds = bounds(run, HOST, "a");
        double step = (all[all.length - 1] - all[0]) / 999;
        assertThat(bounds).hasSize(10);
        for (int bin = 0; bin < 10; bin++) {
            double exact = all[(int) Math.ceil((bin + 1) * all.length / 10.0) - 1];
            // up to the slope behind, which FATE takes
            assertThat(bounds[bin]).isBetween(exact - 21 * step, exact + 2 * step);
        }
        assertThat(run.model(GUEST).meta().path("method").asText()).isEqualTo("virtual_summary");
        assertThat(run.result(GUEST).at("/summary/split_points/a")).hasSize(10);
    }

    @Test
    void valuesBecomeTheirBinsAndAModelDoesTheSame() throws Exception {
        Federation first = federation("{\"method\": \"recursive_query\", \"bin_indexes\": [0]}");
        Federation.Run run = first.run();
        DataSet binned = new Tables(first.tables(GUEST)).load(run.output(GUEST, "data"));
        double[] bounds = bounds(run, GUEST, "a");
        for (int row = 0; row < guest.length; row++) {
            int bin = 0;
            while (bin < bounds.length - 1 && bounds[bin] < guest[row][0]) {
                bin++;
            }
            assertThat(binned.instances().get(row).features().get(0)).isEqualTo(bin);
            assertThat((Double) binned.instances().get(row).features().get(1)).isEqualTo((Double) guest[row][1]);
        }

        Federation second = federation("{}")
                .model(GUEST, ModelInput.Kind.MODEL, run.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, run.model(HOST));
        Federation.Run again = second.run();
        DataSet same = new Tables(second.tables(GUEST)).load(again.output(GUEST, "data"));
        assertThat(again.result(ARBITER).path("outputs")).isEmpty();
        assertThat(same.instances().get(5).features().get(0))
                .isEqualTo(binned.instances().get(5).features().get(0));
    }

    @Test
    void ofValuesOnlyTheRangeLeavesAParty() throws Exception {
        Federation.Run run = federation("{\"method\": \"recursive_query\"}").run();

        for (MemoryExchange.Message message : run.record()) {
            boolean range = message.variable().endsWith("_static_values");
            String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            double[] sorted =
                    Arrays.stream(guest).mapToDouble(row -> row[0]).sorted().toArray();
            for (int i = range ? 1 : 0; i < sorted.length - (range ? 1 : 0); i++) {
                assertThat(bytes)
                        .as(message.variable())
                        .doesNotContain(
                                Double.toString(sorted[i]),
                                new String(
                                        ByteBuffer.allocate(8)
                                                .putDouble(sorted[i])
                                                .array(),
                                        StandardCharsets.ISO_8859_1));
            }
        }
    }

    @Test
    void columnsMustBeTheSame() throws Exception {
        Federation.Run run =
                federation("{}").parameters(HOST, "{\"bin_indexes\": [0]}").run();

        assertThat(run.failure(ARBITER)).contains("host", "other columns");
        assertThat(federation("{\"transform_param\": {\"transform_type\": \"woe\"}}")
                        .run()
                        .failure(GUEST))
                .contains("transform_type");
        assertThat(federation("{\"max_iter\": 101}").run().failure(HOST)).contains("max_iter");
    }

    private double[] all(int column) {
        List<Double> all = new ArrayList<>();
        for (double[][] rows : List.of(guest, host)) {
            for (double[] row : rows) {
                if (!Double.isNaN(row[column])) {
                    all.add(row[column]);
                }
            }
        }
        return all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static double rank(double[] sorted, double bound) {
        return Arrays.stream(sorted).filter(value -> value <= bound).count();
    }

    private static double[] bounds(Federation.Run run, String party, String column) {
        JsonNode bins =
                run.model(party).param().at("/binningResult/binningResult").path(column);
        assertThat(bins.path("binNums").asText())
                .isEqualTo(Integer.toString(bins.path("splitPoints").size()));
        return ProtobufJson.doubles(bins.path("splitPoints"));
    }

    /** A normal column, one of values from 0 that misses some, and one of few values. */
    private static double[][] values(long seed, int rows) {
        Random random = new Random(seed);
        double[][] values = new double[rows][];
        for (int i = 0; i < rows; i++) {
            values[i] =
                    new double[] {random.nextGaussian(), i % 10 == 3 ? Double.NaN : random.nextDouble() * 100 + 1, i % 3
                    };
        }
        return values;
    }

    private Federation federation(String parameters) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HomoFeatureBinning::new)
                .parameters(parameters);
        return federation
                .input(GUEST, "data", table(federation, GUEST, guest))
                .input(HOST, "data", table(federation, HOST, host));
    }

    private static TableName table(Federation federation, String party, double[]... rows) throws IOException {
        Instance[] instances = new Instance[rows.length];
        Arrays.setAll(instances, i -> Instance.of(party + i, Double.NaN, new DenseFeatures(rows[i])));
        return new Tables(federation.tables(party)).instances(InstanceSchema.dense(HEADER, HEADER), instances);
    }
}
