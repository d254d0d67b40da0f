package io.fateflow.worker.component.linear;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.coefficients;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static io.fateflow.worker.component.linear.LinearFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

@Tag("training")
class HeteroSSHETest {

    private static final int ROWS = 36;
    private static final double[][] X = LinearFixture.columns(11, ROWS, 5);
    private static final double[] CLASSES = LinearFixture.labels(2, X);
    private static final double[] NUMBERS = Arrays.stream(X)
            .mapToDouble(row -> 5000 + 100 * row[0] - 30 * row[1] + 70 * row[2] + row[4])
            .toArray();
    private static final double[] ROW_WEIGHTS =
            Arrays.stream(X).mapToDouble(row -> Math.abs(row[1]) - 0.1).toArray();
    private static final String COMMON = "\"learning_rate\": 0.15, \"alpha\": 0.01, \"max_iter\": 3,"
            + " \"init_param\": {\"init_method\": \"zeros\"}, \"encrypt_param\": {\"key_length\": 1024}, \"tol\": 1e-9";
    private static final String REVEALED = ", \"reveal_every_iter\": true";

    @TempDir
    Path directory;

    @Test
    void sharedWeightsGoWherePooledOnesDo() throws Exception {
        Federation.Run run = train(new HeteroSSHELR(), CLASSES, "");

        Pooled pooled = pooled(true).penalizingIntercept().sgd(3, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-6);
        assertThat(losses(run)).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(losses(run).get(i).asDouble()).isCloseTo(pooled.losses().get(i), offset(1e-6));
        }
        assertThat(run.model(HOST).param().path("lossHistory")).isEmpty();
        assertThat(run.model(GUEST).paramName()).isEqualTo("HeteroLogisticRegressionParam");
        assertThat(run.model(GUEST).meta().path("revealStrategy").asText()).isEqualTo("respectively");
        assertThat(metric(run.result(GUEST), "train", "loss").path("data")).hasSize(3);
        assertThat(run.result(HOST).path("outputs")).isEmpty();
        assertThat(run.result(GUEST).at("/summary/coef/x0").asDouble()).isCloseTo(pooled.weights()[0], offset(1e-6));
    }

    @Test
    void revealedWeightsGoWherePooledOnesDo() throws Exception {
        Federation.Run run = train(new HeteroSSHELR(), CLASSES, ", \"optimizer\": \"rmsprop\"" + REVEALED);

        Pooled pooled = pooled(true).rmsprop(3, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-6);
        assertThat(losses(run).get(2).asDouble()).isCloseTo(pooled.losses().get(2), offset(1e-6));
    }

    @Test
    void batchesAreTakenInTheirOrder() throws Exception {
        Federation.Run run = train(new HeteroSSHELR(), CLASSES, ", \"batch_size\": 12");

        Pooled pooled = pooled(true).penalizingIntercept().sgd(3, 12);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-6);
        assertThat(losses(run).get(2).asDouble()).isCloseTo(pooled.losses().get(2), offset(1e-6));
    }

    @Test
    void momentumIsSharedToo() throws Exception {
        Federation.Run shared =
                train(new HeteroSSHELR(), CLASSES, ", \"optimizer\": \"nesterov_momentum_sgd\", \"penalty\": null");
        Federation.Run revealed = train(
                new HeteroSSHELR(),
                CLASSES,
                ", \"optimizer\": \"nesterov_momentum_sgd\", \"penalty\": \"none\"" + REVEALED);

        assertThat(greatestDifference(weights(shared, HOST), weights(revealed, HOST)))
                .isLessThan(1e-6);
    }

    @Test
    void rowsHaveWeightsWhichMayBeBelowZero() throws Exception {
        for (String mode : List.of("", REVEALED)) {
            Federation federation = federation(new HeteroSSHELR(), mode);
            federation
                    .input(
                            GUEST,
                            "train_data",
                            table(part(X, 0, 2), 0)
                                    .labels(CLASSES)
                                    .weights(ROW_WEIGHTS)
                                    .in(federation, GUEST, "weighted" + mode.length()))
                    .input(HOST, "train_data", table(part(X, 2, 5), 2).in(federation, HOST, "h" + mode.length()));
            Federation.Run run = federation.run();

            Pooled pooled = pooled(true).rowWeights(ROW_WEIGHTS);
            Pooled trained = (mode.isEmpty() ? pooled.penalizingIntercept() : pooled).sgd(3, ROWS);
            assertThat(greatestDifference(weights(run, HOST), trained.weights()))
                    .isLessThan(1e-6);
            assertThat(losses(run).get(2).asDouble())
                    .as("the loss takes no account of rows' weights")
                    .isCloseTo(trained.losses().get(2), offset(1e-6));
        }
    }

    @Test
    void numbersAreEstimated() throws Exception {
        for (String mode : List.of("", REVEALED)) {
            Federation.Run run = train(new HeteroSSHELinR(), NUMBERS, mode);

            Pooled pooled = pooled(false);
            Pooled trained = (mode.isEmpty() ? pooled.penalizingIntercept() : pooled).sgd(3, ROWS);
            // weights are in the thousands
            assertThat(greatestDifference(weights(run, HOST), trained.weights()))
                    .isLessThan(1e-5);
            assertThat(losses(run).get(2).asDouble() / trained.losses().get(2)).isCloseTo(1, offset(1e-9));
            assertThat(run.model(HOST).paramName()).isEqualTo("HeteroLinearRegressionParam");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", REVEALED})
    void trainingEndsWhenWeightsChangeLittle(String mode) throws Exception {
        String parameters = mode + ", \"early_stop\": \"weight_diff\", \"tol\": ";
        Pooled pooled = mode.isEmpty() ? pooled(true).penalizingIntercept() : pooled(true);
        double[] first = pooled.sgd(1, ROWS).weights();
        double way = Math.sqrt(Arrays.stream(first).map(each -> each * each).sum());

        Federation.Run within = train(new HeteroSSHELR(), CLASSES, parameters + way * 1.0001);
        Federation.Run beyond = train(new HeteroSSHELR(), CLASSES, parameters + way * 0.9999);

        assertThat(within.model(GUEST).param().path("iters").asInt()).isEqualTo(1);
        assertThat(within.model(HOST).param().path("isConverged").asBoolean()).isTrue();
        assertThat(beyond.model(HOST).param().path("iters").asInt()).isGreaterThan(1);
    }

    @Test
    void trainingEndsWhenTheLossChangesLittle() throws Exception {
        Federation.Run run = train(new HeteroSSHELR(), CLASSES, ", \"tol\": 100");

        assertThat(run.model(GUEST).param().path("iters").asInt()).isEqualTo(2);
        assertThat(run.model(HOST).param().path("iters").asInt()).isEqualTo(2);
    }

    @Test
    void anEncryptedModelPredictsAsAPlainOne() throws Exception {
        Federation.Run plain = train(new HeteroSSHELR(), CLASSES, "");
        Federation.Run sealed =
                train(new HeteroSSHELR(), CLASSES, ", \"reveal_strategy\": \"encrypted_reveal_in_host\"");

        Model host = sealed.model(HOST);
        assertThat(host.param().path("weight")).isEmpty();
        assertThat(host.param().at("/encryptedWeight/x2/cipherText").asText()).hasSizeGreaterThan(500);
        assertThat(new BigInteger(host.param()
                                .at("/encryptedWeight/x2/publicKey/n")
                                .asText())
                        .bitLength())
                .isEqualTo(1024);
        assertThat(sealed.result(HOST).path("summary").has("coef")).isFalse();
        assertThat(sealed.model(GUEST).param().at("/cipher/privateKey/p").asText())
                .isNotEmpty();
        assertThat(coefficients(sealed.model(GUEST))).hasSize(2);
        double[] expected = predict(plain);
        assertThat(greatestDifference(predict(sealed), expected)).isLessThan(1e-8);
        assertThat(greatestDifference(trainScores(sealed), trainScores(plain))).isLessThan(1e-8);
    }

    @Test
    void nobodyGoesOnWithAnEncryptedModel() throws Exception {
        Federation.Run sealed =
                train(new HeteroSSHELR(), CLASSES, ", \"reveal_strategy\": \"encrypted_reveal_in_host\"");
        Federation federation = prepared(new HeteroSSHELR(), CLASSES, "");
        federation
                .model(GUEST, ModelInput.Kind.MODEL, sealed.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, sealed.model(HOST));

        assertThat(federation.run().failure(HOST)).contains("encrypted_reveal_in_host", "respectively");
    }

    @Test
    void trainingGoesOnWithAPlainModel() throws Exception {
        Federation.Run first = train(new HeteroSSHELR(), CLASSES, "");
        Federation federation = prepared(new HeteroSSHELR(), CLASSES, ", \"max_iter\": 5");
        federation
                .model(GUEST, ModelInput.Kind.MODEL, first.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, first.model(HOST));
        Federation.Run run = federation.run();

        Pooled pooled = pooled(true).penalizingIntercept().sgd(5, ROWS);
        assertThat(greatestDifference(weights(run, HOST), pooled.weights())).isLessThan(1e-6);
    }

    @Test
    void moreClassesAreToldApartOneByOne() throws Exception {
        double[] classes = Arrays.stream(X)
                .mapToDouble(row -> row[0] > 0.3 ? 2 : row[3] > 0 ? 1 : 0)
                .toArray();
        Federation.Run run = train(new HeteroSSHELR(), classes, "");

        JsonNode models = run.model(HOST).param().at("/oneVsRestResult/completedModels");
        assertThat(models).hasSize(3);
        double[] against = Arrays.stream(classes).map(each -> each == 2 ? 1 : 0).toArray();
        Pooled pooled =
                new Pooled(X, against, true).alpha(0.01).penalizingIntercept().sgd(3, ROWS);
        assertThat(models.get(2).at("/weight/x2").asDouble()).isCloseTo(pooled.weights()[2], offset(1e-6));
    }

    @Test
    void moreClassesMayBeEncryptedToo() throws Exception {
        double[] classes = Arrays.stream(X)
                .mapToDouble(row -> row[0] > 0.3 ? 2 : row[3] > 0 ? 1 : 0)
                .toArray();
        Federation.Run plain = train(new HeteroSSHELR(), classes, "");
        Federation.Run sealed =
                train(new HeteroSSHELR(), classes, ", \"reveal_strategy\": \"encrypted_reveal_in_host\"");

        assertThat(sealed.model(HOST).param().at("/oneVsRestResult/completedModels/1/encryptedWeight"))
                .hasSize(3);
        assertThat(greatestDifference(trainScores(sealed), trainScores(plain))).isLessThan(1e-8);
    }

    @Test
    void crossValidationTriesOutAndLeavesNoWeights() throws Exception {
        Federation.Run run = train(
                new HeteroSSHELR(),
                CLASSES,
                REVEALED + ", \"max_iter\": 1, \"cv_param\": {\"need_cv\": true, \"n_splits\": 2, \"shuffle\": false}");

        assertThat(run.result(GUEST).at("/summary/fold_num").asInt()).isEqualTo(2);
        assertThat(rows(run.federation(), GUEST, run.output(GUEST, "data"))).hasSize(2 * ROWS);
        assertThat(run.model(HOST).param().path("weight")).isEmpty();
    }

    @Test
    void evaluatesBetweenIterationsIfWeightsAreKnown() throws Exception {
        Federation.Run run = train(
                new HeteroSSHELR(),
                CLASSES,
                REVEALED + ", \"callback_param\": {\"callbacks\": [\"PerformanceEvaluate\"], \"validation_freqs\": 1}");

        assertThat(metric(run.result(GUEST), "train", "iteration_2").path("data"))
                .hasSize(2);
    }

    @Test
    void moreHostsAreRefused() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, LinearFixture.SECOND_HOST)
                .component(HeteroSSHELR::new)
                .parameters("{}");

        assertThat(federation.run().failure(GUEST)).contains("one guest and one host", "2 hosts");
    }

    @Test
    void neitherFeatureNorLabelLeavesItsParty() throws Exception {
        double[] labels =
                Arrays.stream(X).mapToDouble(row -> 1234.5678 + row[0] + row[3]).toArray();
        for (String mode : List.of("", REVEALED, ", \"reveal_strategy\": \"encrypted_reveal_in_host\"")) {
            Federation.Run run = train(new HeteroSSHELinR(), labels, mode + ", \"batch_size\": 12, \"max_iter\": 2");

            assertThat(run.record()).hasSizeGreaterThan(20);
            for (MemoryExchange.Message message : run.record()) {
                String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
                for (int row = 0; row < ROWS; row++) {
                    assertNothingOf(labels[row], bytes, message.variable());
                    for (double value : X[row]) {
                        assertNothingOf(value, bytes, message.variable());
                    }
                }
            }
        }
    }

    @Test
    void whatIsOpenedTellsNoWeightBeforeTheEnd() throws Exception {
        Federation.Run run = train(new HeteroSSHELR(), CLASSES, "");

        List<String> opened = run.record().stream()
                .filter(message -> message.variable().endsWith(".rescontruct"))
                .map(MemoryExchange.Message::tag)
                .distinct()
                .toList();
        // first random shares, then the loss of each batch, and only at the end weights
        assertThat(opened)
                .containsExactlyInAnyOrder("fit.init", "fit.loss.0.0", "fit.loss.1.0", "fit.loss.2.0", "fit.final");
        assertThat(run.record())
                .filteredOn(message -> message.tag().startsWith("fit.loss.")
                        && message.variable().endsWith(".rescontruct"))
                .allSatisfy(message -> {
                    assertThat(message.to().role()).isEqualTo("guest");
                    assertThat(message.bytes()).hasSize(4 + 32);
                });
    }

    private static void assertNothingOf(double value, String bytes, String what) {
        for (int places : new int[] {23, 32, 40, 72}) {
            byte[] fixed = new java.math.BigDecimal(Math.rint(Math.scalb(value, places)))
                    .toBigInteger()
                    .toByteArray();
            // a few bytes would be found in any random ones
            byte[] wide = new byte[Math.max(Long.BYTES, fixed.length)];
            Arrays.fill(wide, (byte) (value < 0 ? -1 : 0));
            System.arraycopy(fixed, 0, wide, wide.length - fixed.length, fixed.length);
            assertThat(bytes).as(what).doesNotContain(new String(wide, StandardCharsets.ISO_8859_1));
        }
        assertThat(bytes).as(what).doesNotContain(Double.toString(value));
        byte[] plain =
                java.nio.ByteBuffer.allocate(Double.BYTES).putDouble(value).array();
        assertThat(bytes).as(what).doesNotContain(new String(plain, StandardCharsets.ISO_8859_1));
    }

    private static Pooled pooled(boolean logistic) {
        return new Pooled(X, logistic ? CLASSES : NUMBERS, logistic).alpha(0.01);
    }

    private static JsonNode losses(Federation.Run run) {
        return run.model(GUEST).param().path("lossHistory");
    }

    private double[] predict(Federation.Run trained) throws Exception {
        Federation federation = prepared(new HeteroSSHELR(), CLASSES, "", "test_data");
        federation
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, trained.model(HOST));
        Federation.Run run = federation.run();
        assertThat(run.result(HOST).path("outputs")).isEmpty();
        return scores(federation, run);
    }

    private double[] trainScores(Federation.Run run) throws Exception {
        return scores(run.federation(), run);
    }

    private static double[] scores(Federation federation, Federation.Run run) throws Exception {
        return rows(federation, GUEST, run.output(GUEST, "data")).stream()
                .map(Row::values)
                .mapToDouble(values -> Double.parseDouble(values.get(2)))
                .toArray();
    }

    private Federation.Run train(Component component, double[] labels, String more) throws Exception {
        return prepared(component, labels, more).run();
    }

    private Federation prepared(Component component, double[] labels, String more) throws Exception {
        return prepared(component, labels, more, "train_data");
    }

    private Federation prepared(Component component, double[] labels, String more, String key) throws Exception {
        Federation federation = federation(component, more);
        LinearFixture.Table guest = table(part(X, 0, 2), 0).ordered();
        String name = key + Integer.toHexString(Arrays.hashCode(labels));
        boolean classes = component instanceof HeteroSSHELR;
        return federation
                .input(
                        GUEST,
                        key,
                        (classes ? guest.labels(labels) : guest.numericLabels(labels)).in(federation, GUEST, name))
                .input(HOST, key, table(part(X, 2, 5), 2).ordered().reversed().in(federation, HOST, name));
    }

    private Federation federation(Component component, String more) {
        return new Federation(directory, GUEST, HOST).component(() -> component).parameters("{" + COMMON + more + "}");
    }
}
