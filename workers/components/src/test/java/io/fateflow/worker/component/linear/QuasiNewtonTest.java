package io.fateflow.worker.component.linear;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.SECOND_HOST;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static io.fateflow.worker.component.linear.LinearFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;

class QuasiNewtonTest {

    private static final int ROWS = 40;
    private static final double[][] X = LinearFixture.columns(5, ROWS, 4);
    private static final double[] Y = Arrays.stream(X)
            .mapToDouble(row -> 1.5 + 2 * row[0] - row[1] + 3 * row[2] + 0.5 * row[3])
            .toArray();
    private static final double[] ONES =
            IntStream.range(0, ROWS).mapToDouble(row -> 1).toArray();

    @TempDir
    Path directory;

    @Test
    void learnsTheCurvatureAsPooledDataWould() throws Exception {
        Federation.Run run = train(new HeteroLinR(), "\"max_iter\": 9, \"sqn_param\": {\"memory_M\": 2}", Y, false)
                .run();

        PooledQuasiNewton pooled = new PooledQuasiNewton(X, Y, ONES, 0.01, 3, 2).descend(9, ROWS);
        assertThat(pooled.looks()).isEqualTo(2);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-5);
        Pooled plain = new Pooled(X, Y, false).alpha(0.01);
        plain.sgd(9, ROWS);
        assertThat(greatestDifference(plain.weights(), pooled.weights()))
                .as("what it would be without curvature")
                .isGreaterThan(1e-2);
    }

    @Test
    void forgetsWhatIsOldAndGoesByTheRowsOfABatch() throws Exception {
        Federation.Run run = train(
                        new HeteroLinR(),
                        "\"max_iter\": 3, \"batch_size\": 10, \"sqn_param\": {\"update_interval_L\": 2, \"memory_M\": 2}",
                        Y,
                        false)
                .run();

        PooledQuasiNewton pooled = new PooledQuasiNewton(X, Y, ONES, 0.01, 2, 2).descend(3, 10);
        assertThat(pooled.looks()).as("more than are remembered").isGreaterThan(2);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-4);
    }

    @Test
    void weighsRowsOfSeveralHosts() throws Exception {
        double[] weights = LinearFixture.powers(ROWS);
        double mean = Arrays.stream(weights).average().orElseThrow();
        Federation federation = new Federation(directory, GUEST, HOST, SECOND_HOST, ARBITER)
                .component(HeteroLinR::new)
                .parameters(parameters("\"max_iter\": 7, \"early_stop\": \"weight_diff\""));
        table(part(X, 0, 2), 0).numericLabels(Y).weights(weights).trains(federation, GUEST);
        table(part(X, 2, 3), 2).reversed().trains(federation, HOST);
        table(part(X, 3, 4), 3).trains(federation, SECOND_HOST);

        Federation.Run run = federation.run();

        double[] relative = Arrays.stream(weights).map(each -> each / mean).toArray();
        PooledQuasiNewton pooled = new PooledQuasiNewton(X, Y, relative, 0.01, 3, 5).descend(7, ROWS);
        assertThat(pooled.looks()).isPositive();
        assertThat(greatestDifference(weights(run, HOST, SECOND_HOST), pooled.weights()))
                .isLessThan(1e-4);
    }

    @Test
    void looksAtNoMoreRowsThanWanted() throws Exception {
        Federation.Run run = train(
                        new HeteroLinR(),
                        "\"max_iter\": 7, \"sqn_param\": {\"sample_size\": 12, \"random_seed\": 3}",
                        Y,
                        false)
                .run();
        run.result(GUEST);

        List<MemoryExchange.Message> samples = sent(run, "sqn_sample_index");
        assertThat(samples).hasSize(1);
        assertThat(new String(samples.get(0).bytes(), StandardCharsets.ISO_8859_1).split("person-", -1))
                .as("ids that the guest names, after what is before the first")
                .hasSize(1 + 12);
        assertThat(samples.get(0).to().role()).isEqualTo("host");
    }

    @Test
    void tellsNobodyAFeatureOrALabel() throws Exception {
        List<MemoryExchange.Message> record =
                train(new HeteroLinR(), "\"max_iter\": 7", Y, false).run().record();

        assertThat(record).anyMatch(message -> message.variable().endsWith("host_hess_vector"));
        for (MemoryExchange.Message message : record) {
            String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            for (int row = 0; row < ROWS; row++) {
                assertThat(bytes).as(message.variable()).doesNotContain(asBytes(Y[row]));
                for (double value : X[row]) {
                    assertThat(bytes).as(message.variable()).doesNotContain(asBytes(value));
                }
            }
        }
    }

    @Test
    void aClassifierMakesPlainStepsAsInFate() throws Exception {
        double[] classes = LinearFixture.labels(1, X);

        Federation.Run run =
                train(new HeteroLR(), "\"max_iter\": 7", classes, true).run();

        Pooled plain = new Pooled(X, classes, true).alpha(0.01);
        plain.sgd(7, ROWS);
        assertThat(greatestDifference(weights(run, HOST), plain.weights())).isLessThan(1e-5);
        assertThat(sent(run, "sqn_sample_index")).isEmpty();
    }

    private Federation train(Component component, String more, double[] labels, boolean integers) throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(() -> component)
                .parameters(parameters(more));
        LinearFixture.Table guest = table(part(X, 0, 2), 0).ordered();
        return federation
                .input(
                        GUEST,
                        "train_data",
                        (integers ? guest.labels(labels) : guest.numericLabels(labels)).in(federation, GUEST, "g"))
                .input(
                        HOST,
                        "train_data",
                        table(part(X, 2, 4), 2).ordered().reversed().in(federation, HOST, "h"));
    }

    private static String parameters(String more) {
        return "{\"optimizer\": \"sqn\", \"alpha\": 0.01, \"learning_rate\": 0.15, \"tol\": 1e-12,"
                + " \"init_param\": {\"init_method\": \"zeros\"}, \"encrypt_param\": {\"key_length\": 1024}, " + more
                + "}";
    }

    private static List<MemoryExchange.Message> sent(Federation.Run run, String variable) {
        return run.record().stream()
                .filter(message -> message.variable().endsWith("." + variable))
                .toList();
    }

    private static String asBytes(double value) {
        return new String(ByteBuffer.allocate(Double.BYTES).putDouble(value).array(), StandardCharsets.ISO_8859_1);
    }
}
