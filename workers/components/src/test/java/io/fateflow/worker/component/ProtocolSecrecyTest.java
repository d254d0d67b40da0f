package io.fateflow.worker.component;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.fateflow.worker.component.binning.HomoFeatureBinning;
import io.fateflow.worker.component.boosting.HeteroSecureBoost;
import io.fateflow.worker.component.boosting.HomoSecureBoost;
import io.fateflow.worker.component.correlation.HeteroPearson;
import io.fateflow.worker.component.homo.HomoLR;
import io.fateflow.worker.component.kmeans.HeteroKmeans;
import io.fateflow.worker.component.linear.HeteroLR;
import io.fateflow.worker.component.linear.HeteroLinR;
import io.fateflow.worker.component.linear.HeteroPoisson;
import io.fateflow.worker.component.linear.HeteroSSHELR;
import io.fateflow.worker.component.linear.HeteroSSHELinR;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.component.onehot.HomoOneHotEncoder;
import io.fateflow.worker.component.sample.FederatedSample;
import io.fateflow.worker.component.split.HeteroDataSplit;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange.Message;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looks at all bytes that cross between the parties of each protocol, while they learn and while they predict. What a protocol
 * does reveal by design stands in the {@code package-info} of its package; of that, only what is a value of a table is left out
 * here, and said so.
 */
@Tag("training")
class ProtocolSecrecyTest {

    private static final int ROWS = 40;
    private static final int COLUMNS = 4;
    private static final int OF_GUEST = 2;
    private static final int FOREIGN = 5;
    private static final double[][] X = LinearFixture.columns(41, ROWS, COLUMNS);

    /** What the rows are labelled with. */
    private enum Labels {
        /** Of two classes. */
        CLASSES,
        /** Above zero, and like no other numbers. */
        NUMBERS;

        double[] ofRows() {
            return this == CLASSES
                    ? LinearFixture.labels(3, X)
                    : Arrays.stream(X)
                            .mapToDouble(row -> 12.3456 + row[0] + row[3])
                            .toArray();
        }

        /** Of the first rows. */
        Secrets secrets(int rows) {
            Secrets secrets = new Secrets();
            double[] all = Arrays.copyOf(ofRows(), rows);
            if (this == CLASSES) {
                return secrets.sequence("labels", all);
            }
            IntStream.range(0, rows).forEach(row -> secrets.number("label of row " + row, all[row]));
            return secrets;
        }
    }

    private static final String LINEAR = "\"max_iter\": 2, \"init_param\": {\"init_method\": \"zeros\"}, " + key(1024);
    private static final String TREES = "\"num_trees\": 2, \"bin_num\": 6, \"tree_param\": {\"max_depth\": 2}";

    @TempDir
    Path directory;

    /**
     * A protocol.
     *
     * @param key of its input in the DSL
     * @param predicts whether a model of it is asked for predictions as well
     */
    private record Protocol(
            String name,
            Callable<Component> component,
            String key,
            String parameters,
            boolean arbiter,
            Labels labels,
            boolean predicts) {

        @Override
        public String toString() {
            return name;
        }

        String[] parties() {
            return arbiter ? new String[] {GUEST, HOST, ARBITER} : new String[] {GUEST, HOST};
        }
    }

    static Stream<Protocol> sharedRows() {
        String stepwise = ", \"optimizer\": \"sgd\", \"penalty\": \"none\", \"early_stop\": \"weight_diff\","
                + " \"stepwise_param\": {\"need_stepwise\": true, \"max_step\": 1, \"nvmin\": 2,"
                + " \"direction\": \"backward\"}";
        String regression = ", \"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"}";
        return Stream.of(
                learns("HeteroLR", HeteroLR::new, LINEAR, true, Labels.CLASSES),
                learns("HeteroLR, sqn", HeteroLR::new, LINEAR + ", \"optimizer\": \"sqn\"", true, Labels.CLASSES),
                learns("HeteroLinR, batches", HeteroLinR::new, LINEAR + ", \"batch_size\": 20", true, Labels.NUMBERS),
                learns("HeteroPoisson", HeteroPoisson::new, LINEAR, true, Labels.NUMBERS),
                learns("stepwise", HeteroLinR::new, LINEAR + stepwise, true, Labels.NUMBERS),
                learns("HeteroSSHELR", HeteroSSHELR::new, LINEAR, false, Labels.CLASSES),
                learns("HeteroSSHELR, revealed", HeteroSSHELR::new, LINEAR + REVEALED, false, Labels.CLASSES),
                learns("HeteroSSHELinR", HeteroSSHELinR::new, LINEAR, false, Labels.NUMBERS),
                learns("HeteroSSHELinR, encrypted", HeteroSSHELinR::new, LINEAR + ENCRYPTED, false, Labels.NUMBERS),
                learns("HeteroSecureBoost", HeteroSecureBoost::new, TREES + ", " + key(1024), false, Labels.CLASSES),
                learns(
                        "HeteroSecureBoost, sampled, hidden first",
                        HeteroSecureBoost::new,
                        TREES + ", " + key(1024) + regression
                                + ", \"run_goss\": true, \"top_rate\": 0.4, \"other_rate\": 0.3, \"complete_secure\": 1,"
                                + " \"EINI_inference\": true, \"cipher_compress\": false",
                        false,
                        Labels.NUMBERS),
                learns("HeteroKmeans", HeteroKmeans::new, "\"k\": 3, \"max_iter\": 2", true, Labels.CLASSES),
                makes("HeteroPearson", HeteroPearson::new, "\"column_indexes\": -1", Labels.NUMBERS),
                makes(
                        "FederatedSample",
                        FederatedSample::new,
                        "\"mode\": \"stratified\", \"fractions\": [[0, 0.5], [1, 0.5]]",
                        Labels.CLASSES),
                makes(
                        "HeteroDataSplit",
                        HeteroDataSplit::new,
                        "\"stratified\": true, \"test_size\": 0.3",
                        Labels.CLASSES));
    }

    private static final String REVEALED = ", \"reveal_every_iter\": true";
    private static final String ENCRYPTED = ", \"reveal_strategy\": \"encrypted_reveal_in_host\"";

    static Stream<Protocol> ownRows() {
        return Stream.of(
                learns("HomoLR", HomoLR::new, "\"max_iter\": 2", true, Labels.CLASSES),
                learns("HomoSecureBoost", HomoSecureBoost::new, TREES, true, Labels.CLASSES),
                makesWithArbiter(
                        "HomoFeatureBinning, asked", HomoFeatureBinning::new, "\"method\": \"recursive_query\""),
                makesWithArbiter("HomoFeatureBinning, summed", HomoFeatureBinning::new, "\"sample_bins\": 50"),
                makesWithArbiter(
                        "HomoOneHotEncoder", HomoOneHotEncoder::new, "\"transform_col_indexes\": [" + COLUMNS + "]"));
    }

    @ParameterizedTest
    @MethodSource("sharedRows")
    void neitherFeatureNorLabelNorForeignIdLeavesItsParty(Protocol protocol) throws Exception {
        Secrets secrets = protocol.labels().secrets(ROWS);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                secrets.number("column " + column + " of row " + row, X[row][column]);
            }
        }
        secrets.text("an id that only the host has", "foreign-");

        Federation.Run learned = learned(protocol, Rows.shared(false));
        List<Message> record = new ArrayList<>(learned.record());
        record.addAll(succeeded(protocol, predicting(protocol, Rows.shared(false), learned)));
        assertThat(record).as("what crosses").isNotEmpty();
        // with other rows at the host it may refuse its work, but not before it has sent something
        record.addAll(learning(protocol, Rows.shared(true)).run().record());

        secrets.assertStayedHome(record);
    }

    /** The least and the greatest value of a column do cross by design; one-hot's column of few numbers does as well. */
    @ParameterizedTest
    @MethodSource("ownRows")
    void neitherFeatureNorLabelNorAnyIdLeavesAPartyWithRowsOfItsOwn(Protocol protocol) throws Exception {
        double[][] x = Arrays.stream(X)
                .map(row -> DoubleStream.concat(Arrays.stream(row), DoubleStream.of(row[0] > 0 ? 2 : 1))
                        .toArray())
                .toArray(double[][]::new);
        double[][] guest = Arrays.copyOfRange(x, 0, ROWS / 2);
        double[][] host = Arrays.copyOfRange(x, ROWS / 2, ROWS);
        Secrets secrets = protocol.labels().secrets(ROWS / 2).text("an id", "person-");
        for (double[][] own : List.of(guest, host)) {
            for (int column = 0; column < COLUMNS; column++) {
                int at = column;
                double[] sorted =
                        Arrays.stream(own).mapToDouble(row -> row[at]).sorted().toArray();
                IntStream.range(1, sorted.length - 1)
                        .forEach(rank -> secrets.number("rank " + rank + " of column " + at, sorted[rank]));
            }
        }

        Rows rows = new Rows(table(guest, 0), table(host, 0), true);
        Federation.Run learned = learned(protocol, rows);
        List<Message> record = new ArrayList<>(learned.record());
        record.addAll(succeeded(protocol, predicting(protocol, rows, learned)));

        assertThat(record).as("what crosses").isNotEmpty();
        secrets.assertStayedHome(record);
    }

    /**
     * Tables of guest and host.
     *
     * @param own whether the host's rows are others than the guest's, with labels of their own
     */
    private record Rows(LinearFixture.Table guest, LinearFixture.Table host, boolean own) {

        static Rows shared(boolean foreign) {
            double[][] ofHost = part(X, OF_GUEST, COLUMNS);
            return new Rows(
                    table(part(X, 0, OF_GUEST), 0), foreign ? withForeignRows(ofHost) : table(ofHost, OF_GUEST), false);
        }

        void label(Labels labels) {
            double[] all = labels.ofRows();
            if (labels == Labels.NUMBERS) {
                guest.numericLabels(all);
            } else {
                guest.labels(all);
            }
            if (own) {
                guest.labels(Arrays.copyOf(all, ROWS / 2));
                host.labels(Arrays.copyOfRange(all, ROWS / 2, ROWS));
            }
        }
    }

    private Federation.Run learned(Protocol protocol, Rows rows) throws Exception {
        Federation.Run run = learning(protocol, rows).run();
        succeeded(protocol, Optional.of(run));
        return run;
    }

    private Federation learning(Protocol protocol, Rows rows) throws IOException {
        return federation(protocol, protocol.key(), rows);
    }

    private Optional<Federation.Run> predicting(Protocol protocol, Rows rows, Federation.Run learned) throws Exception {
        if (!protocol.predicts()) {
            return Optional.empty();
        }
        Federation predicting = federation(protocol, "test_data", rows);
        for (String party : protocol.parties()) {
            if (!learned.result(party).path("models").isEmpty()) {
                predicting.model(party, ModelInput.Kind.MODEL, learned.model(party));
            }
        }
        return Optional.of(predicting.run());
    }

    private static List<Message> succeeded(Protocol protocol, Optional<Federation.Run> run) {
        run.ifPresent(one -> Arrays.stream(protocol.parties()).forEach(one::result));
        return run.map(Federation.Run::record).orElse(List.of());
    }

    private Federation federation(Protocol protocol, String key, Rows rows) throws IOException {
        rows.label(protocol.labels());
        Federation federation = new Federation(directory, protocol.parties())
                .component(protocol.component())
                .parameters("{" + protocol.parameters() + "}");
        return federation
                .input(GUEST, key, rows.guest().in(federation, GUEST, "g" + key))
                .input(HOST, key, rows.host().in(federation, HOST, "h" + key));
    }

    /** Behind the common rows the host has some that the guest has not. */
    private static LinearFixture.Table withForeignRows(double[][] common) {
        double[][] rows = Arrays.copyOf(common, ROWS + FOREIGN);
        System.arraycopy(LinearFixture.columns(43, FOREIGN, common[0].length), 0, rows, ROWS, FOREIGN);
        return table(rows, OF_GUEST)
                .ids(IntStream.range(0, rows.length)
                        .mapToObj(row -> (row < ROWS ? "person-" : "foreign-") + row)
                        .toList());
    }

    private static Protocol learns(
            String name, Callable<Component> component, String parameters, boolean arbiter, Labels labels) {
        return new Protocol(name, component, "train_data", parameters, arbiter, labels, true);
    }

    private static Protocol makes(String name, Callable<Component> component, String parameters, Labels labels) {
        return new Protocol(name, component, "data", parameters, false, labels, false);
    }

    private static Protocol makesWithArbiter(String name, Callable<Component> component, String parameters) {
        return new Protocol(name, component, "data", parameters, true, Labels.CLASSES, false);
    }

    private static String key(int bits) {
        return "\"encrypt_param\": {\"key_length\": " + bits + "}";
    }
}
