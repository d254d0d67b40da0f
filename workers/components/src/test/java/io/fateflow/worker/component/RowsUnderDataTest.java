package io.fateflow.worker.component;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.fateflow.worker.component.baseline.LocalBaseline;
import io.fateflow.worker.component.boosting.HeteroSecureBoost;
import io.fateflow.worker.component.boosting.HomoSecureBoost;
import io.fateflow.worker.component.homo.HomoLR;
import io.fateflow.worker.component.linear.HeteroLR;
import io.fateflow.worker.component.linear.HeteroSSHELR;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;

/** FATE lets a DSL give a learning component its rows as {@code data}: it learns then, and hands nothing on. */
@Tag("slow")
class RowsUnderDataTest {

    private static final double[][] X = LinearFixture.columns(51, 40, 3);
    private static final double[] Y = LinearFixture.labels(52, X);
    private static final String INIT = "\"init_param\": {\"init_method\": \"zeros\"}";

    @TempDir
    Path directory;

    private record Case(Callable<Component> component, String parameters, boolean homo, List<String> parties) {

        @Override
        public String toString() {
            try {
                return component.call().module();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    static Stream<Case> learners() {
        return Stream.of(
                new Case(HomoLR::new, "\"max_iter\": 2, " + INIT, true, List.of(GUEST, HOST, ARBITER)),
                new Case(
                        HeteroLR::new,
                        "\"max_iter\": 2, \"encrypt_param\": {\"key_length\": 1024}, " + INIT,
                        false,
                        List.of(GUEST, HOST, ARBITER)),
                new Case(
                        HeteroSSHELR::new,
                        "\"max_iter\": 1, \"encrypt_param\": {\"key_length\": 1024}, " + INIT,
                        false,
                        List.of(GUEST, HOST)),
                new Case(
                        HomoSecureBoost::new,
                        "\"num_trees\": 2, \"n_iter_no_change\": false",
                        true,
                        List.of(GUEST, HOST, ARBITER)),
                new Case(
                        HeteroSecureBoost::new,
                        "\"num_trees\": 2, \"n_iter_no_change\": false,"
                                + " \"encrypt_param\": {\"method\": \"Paillier\", \"key_length\": 1024}",
                        false,
                        List.of(GUEST, HOST)),
                new Case(LocalBaseline::new, "\"need_run\": true", false, List.of(GUEST)));
    }

    @ParameterizedTest
    @MethodSource("learners")
    void aComponentLearnsFromThemWhatItLearnsFromTrainDataAndHandsNothingOn(Case learner) throws Exception {
        Federation.Run usual = federation(learner, "train_data", "").run();
        Federation.Run run = federation(learner, "data", "").run();

        assertThat(usual.result(GUEST).path("outputs")).isNotEmpty();
        for (String party : learner.parties()) {
            assertThat(run.result(party).path("outputs")).as(party).isEmpty();
            if (!party.equals(ARBITER)) {
                assertThat(run.model(party).paramName())
                        .isEqualTo(usual.model(party).paramName());
            }
        }
        assertThat(run.result(GUEST).path("summary").fieldNames())
                .toIterable()
                .containsAll(() -> usual.result(GUEST).path("summary").fieldNames());
    }

    @ParameterizedTest
    @MethodSource("learners")
    void withAModelAsWellThereIsNothingToDo(Case learner) throws Exception {
        Federation.Run trained = federation(learner, "train_data", "").run();
        Federation again = federation(learner, "data", "");
        for (String party : learner.parties()) {
            if (!party.equals(ARBITER)) {
                again.model(party, ModelInput.Kind.MODEL, trained.model(party));
            }
        }

        Federation.Run run = again.run();

        for (String party : learner.parties()) {
            assertThat(run.result(party).path("outputs")).as(party).isEmpty();
            assertThat(run.result(party).path("models")).as(party).isEmpty();
        }
    }

    @Test
    void crossValidationAsksForTrainData() throws Exception {
        Case learner = learners().findFirst().orElseThrow();

        assertThat(federation(learner, "data", ", \"cv_param\": {\"need_cv\": true, \"n_splits\": 2}")
                        .run()
                        .failure(GUEST))
                .contains("guest 9999: with need_cv rows have to be given as train_data");
    }

    @Test
    void rowsUnderTwoOfTheKeysAreRefused() throws Exception {
        Case learner = learners().toList().get(5);
        Federation federation = federation(learner, "data", "");
        federation.input(GUEST, "test_data", table(X, 0).labels(Y).in(federation, GUEST, "more"));

        assertThat(federation.run().failure(GUEST)).contains("has rows under data and under test_data");
    }

    private Federation federation(Case learner, String key, String more) throws Exception {
        Federation federation = new Federation(directory, learner.parties().toArray(String[]::new))
                .component(learner.component())
                .parameters("{" + learner.parameters() + more + "}");
        federation.input(
                GUEST,
                key,
                table(learner.homo() ? Arrays.copyOf(X, 25) : columns(0, 2), 0)
                        .labels(learner.homo() ? Arrays.copyOf(Y, 25) : Y)
                        .in(federation, GUEST, "g" + key));
        if (learner.parties().contains(HOST) && learner.homo()) {
            federation.input(
                    HOST,
                    key,
                    table(Arrays.copyOfRange(X, 25, 40), 0)
                            .labels(Arrays.copyOfRange(Y, 25, 40))
                            .in(federation, HOST, "h" + key));
        } else if (learner.parties().contains(HOST)) {
            federation.input(HOST, key, table(columns(2, 3), 2).in(federation, HOST, "h" + key));
        }
        return federation;
    }

    private static double[][] columns(int from, int to) {
        return Arrays.stream(X).map(row -> Arrays.copyOfRange(row, from, to)).toArray(double[][]::new);
    }
}
