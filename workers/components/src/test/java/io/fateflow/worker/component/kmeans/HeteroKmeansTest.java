package io.fateflow.worker.component.kmeans;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.component.evaluation.Evaluation;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class HeteroKmeansTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String ARBITER = "arbiter:10000";
    private static final int ROWS = 60;
    private static final int CLUSTERS = 3;

    @TempDir
    Path directory;

    /** Three heaps that overlap a little. */
    private final double[][] x = rows();

    @Test
    void centresAreThoseOfPooledDataThatStartsAlike() throws Exception {
        Federation federation = federation("{\"k\": 3, \"max_iter\": 10, \"random_stat\": 5}", "train_data");
        Federation.Run run = federation.run();

        JsonNode guest = run.model(GUEST).param();
        JsonNode host = run.model(HOST).param();
        double[][] pooled = pooled(firstRows(run), guest.path("maxInteration").asInt());
        for (int cluster = 0; cluster < CLUSTERS; cluster++) {
            double[] own = ProtobufJson.doubles(
                    guest.path("centroidDetail").get(cluster).path("centroid"));
            double[] theirs = ProtobufJson.doubles(
                    host.path("centroidDetail").get(cluster).path("centroid"));
            assertThat(own).containsExactly(Arrays.copyOf(pooled[cluster], 2), offset(1e-9));
            assertThat(theirs).containsExactly(Arrays.copyOfRange(pooled[cluster], 2, 3), offset(1e-9));
        }
        assertThat(guest.path("converged").asBoolean()).isTrue();
        Map<String, Integer> clusters = clusters(federation, run, GUEST);
        assertThat(clusters(federation, run, HOST)).isEqualTo(clusters);
        for (int row = 0; row < ROWS; row++) {
            assertThat(clusters.get("id-" + row)).isEqualTo(nearest(x[row], pooled));
        }
        assertThat(guest.at("/clusterDetail/0/cluster/1").asDouble()).isEqualTo((double)
                clusters.values().stream().filter(each -> each == 0).count());
    }

    @Test
    void theArbiterKnowsDistancesAndTheIndex() throws Exception {
        Federation federation = federation("{\"k\": 3, \"max_iter\": 10, \"random_stat\": 5}", "train_data");
        Federation.Run run = federation.run();

        Tables tables = new Tables(federation.tables(ARBITER));
        List<Row> clusters = tables.rows(run.output(ARBITER, "data"));
        List<Row> rows = tables.rows(run.output(ARBITER, "more"));
        assertThat(clusters).hasSize(CLUSTERS);
        assertThat(rows).hasSize(ROWS);
        double[][] centres = pooled(firstRows(run), 10);
        Row first = rows.get(0);
        int cluster = Integer.parseInt(first.values().get(0));
        assertThat(Double.parseDouble(first.values().get(1)))
                .isCloseTo(distance(x[Integer.parseInt(first.id().substring(3))], centres[cluster]), offset(1e-6));
        assertThat(run.result(ARBITER).at("/metrics/0/metric_type").asText()).isEqualTo("DBI");
        assertThat(run.model(ARBITER).param()).isEmpty();
        assertThat(run.model(ARBITER).meta().path("k").asText()).isEqualTo("3");

        Federation.Run evaluated = evaluate(run, federation);
        JsonNode guest = evaluated.result(GUEST).at("/summary/upstream_0/train");
        // heaps are labels, and clusters have other numbers
        assertThat(guest.path("adjusted_rand_score").asDouble()).isGreaterThan(0.8);
        assertThat(guest.path("fowlkes_mallows_score").asDouble()).isBetween(0.8, 1.0);
        assertThat(evaluated.result(HOST).path("metrics")).isEmpty();
        double index = evaluated
                .result(ARBITER)
                .at("/summary/upstream_0/train/davies_bouldin_index")
                .asDouble();
        JsonNode curve = run.result(ARBITER).at("/metrics/0/data");
        assertThat(index).isCloseTo(curve.get(curve.size() - 1).get(1).asDouble(), offset(1e-6));
        assertThat(evaluated.result(ARBITER).at("/metrics/0/metric_type").asText())
                .isEqualTo("DISTANCE_MEASURE");
    }

    @Test
    void aModelTellsOfOtherRows() throws Exception {
        Federation first = federation("{\"k\": 3, \"random_stat\": 5}", "train_data");
        Federation.Run trained = first.run();
        Federation federation = federation("{\"k\": 3}", "test_data")
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, trained.model(HOST));
        Federation.Run run = federation.run();

        assertThat(clusters(federation, run, GUEST)).isEqualTo(clusters(first, trained, GUEST));
        assertThat(new Tables(federation.tables(GUEST))
                        .rows(run.output(GUEST, "data"))
                        .get(0)
                        .values()
                        .get(2))
                .isEqualTo("predict");
    }

    @Test
    void noFeatureLeavesItsParty() throws Exception {
        Federation.Run run =
                federation("{\"k\": 3, \"max_iter\": 3}", "train_data").run();

        for (MemoryExchange.Message message : run.record()) {
            String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            for (double[] row : x) {
                for (double value : row) {
                    long fixed = Math.round(Math.scalb(value, 34));
                    assertThat(bytes)
                            .as(message.variable())
                            .doesNotContain(
                                    asText(Double.doubleToLongBits(value)), asText(fixed), Double.toString(value));
                }
            }
        }
    }

    @Test
    void mistakesAreNamed() throws Exception {
        assertThat(federation("{\"k\": 1}", "train_data").run().failure(GUEST)).contains("parameter k");
        assertThat(federation("{\"k\": 61}", "train_data").run().failure(GUEST)).contains("k is 61", "60 rows");
        assertThat(federation("{\"k\": 3}", "test_data").run().failure(GUEST)).contains("no model");
    }

    private Federation.Run evaluate(Federation.Run run, Federation trained) throws Exception {
        Federation evaluation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(Evaluation::new)
                .parameters("{\"eval_type\": \"clustering\"}");
        for (String party : List.of(GUEST, HOST, ARBITER)) {
            evaluation.input(party, "data", run.output(party, "data"));
        }
        assertThat(trained).isNotNull();
        return evaluation.run();
    }

    private static String asText(long bits) {
        return new String(ByteBuffer.allocate(8).putLong(bits).array(), StandardCharsets.ISO_8859_1);
    }

    private static Map<String, Integer> clusters(Federation federation, Federation.Run run, String party)
            throws IOException {
        Map<String, Integer> clusters = new HashMap<>();
        for (Row row : new Tables(federation.tables(party)).rows(run.output(party, "data"))) {
            clusters.put(row.id(), Integer.parseInt(row.values().get(1)));
        }
        return clusters;
    }

    /** Which rows the guest has chosen, as it told the host. */
    private static List<Integer> firstRows(Federation.Run run) {
        List<Integer> rows = new ArrayList<>();
        for (MemoryExchange.Message message : run.record()) {
            if (message.variable().endsWith(".centroid_list")) {
                ByteBuffer bytes = ByteBuffer.wrap(message.bytes());
                int count = bytes.getInt();
                for (int i = 0; i < count; i++) {
                    rows.add((int) bytes.getLong());
                }
            }
        }
        return rows;
    }

    private double[][] pooled(List<Integer> first, int iterations) {
        double[][] centres = first.stream().map(row -> x[row].clone()).toArray(double[][]::new);
        for (int iteration = 0; iteration < iterations; iteration++) {
            double[][] sums = new double[CLUSTERS][3];
            int[] counts = new int[CLUSTERS];
            for (double[] row : x) {
                int cluster = nearest(row, centres);
                counts[cluster]++;
                for (int i = 0; i < 3; i++) {
                    sums[cluster][i] += row[i];
                }
            }
            for (int cluster = 0; cluster < CLUSTERS; cluster++) {
                for (int i = 0; i < 3; i++) {
                    centres[cluster][i] = sums[cluster][i] / counts[cluster];
                }
            }
        }
        return centres;
    }

    private static int nearest(double[] row, double[][] centres) {
        int best = 0;
        for (int cluster = 1; cluster < centres.length; cluster++) {
            best = distance(row, centres[cluster]) < distance(row, centres[best]) ? cluster : best;
        }
        return best;
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    private static double[][] rows() {
        Random random = new Random(9);
        double[][] rows = new double[ROWS][];
        for (int i = 0; i < ROWS; i++) {
            double heap = i % CLUSTERS * 4;
            rows[i] = new double[] {
                heap + random.nextGaussian(), -heap + random.nextGaussian(), heap / 2 + random.nextGaussian()
            };
        }
        return rows;
    }

    private Federation federation(String parameters, String key) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroKmeans::new)
                .dataOutputs("data", "more")
                .parameters(parameters);
        InstanceSchema own =
                InstanceSchema.dense(List.of("a", "b"), List.of("a", "b")).withLabel("y", true);
        InstanceSchema theirs = InstanceSchema.dense(List.of("c"), List.of("c"));
        Instance[] guest = new Instance[ROWS];
        Instance[] host = new Instance[ROWS];
        for (int i = 0; i < ROWS; i++) {
            guest[i] = Instance.of("id-" + i, i % CLUSTERS, new DenseFeatures(Arrays.copyOf(x[i], 2)));
            host[ROWS - 1 - i] = Instance.of("id-" + i, Double.NaN, new DenseFeatures(Arrays.copyOfRange(x[i], 2, 3)));
        }
        TableName guestTable = new Tables(federation.tables(GUEST)).instances(own, guest);
        TableName hostTable = new Tables(federation.tables(HOST)).instances(theirs, host);
        return federation.input(GUEST, key, guestTable).input(HOST, key, hostTable);
    }
}
