package io.fateflow.worker.component.linear.parameter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.optimize.Initializer;
import io.fateflow.worker.component.linear.optimize.LearningRate;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class LinearParametersTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CORPUS = Path.of("../../../shared/corpus");

    @Test
    void defaultsAreFates() throws Exception {
        assertThat(read("{}", Flavour.HETERO_LR))
                .isEqualTo(new LinearParameters(
                        Flavour.HETERO_LR,
                        new Penalty(Penalty.Kind.L2, 1),
                        Optimizer.Kind.RMSPROP,
                        new LearningRate(0.01, 1, true),
                        100,
                        Convergence.Kind.DIFF,
                        1e-4,
                        new Initializer(Initializer.Kind.RANDOM_UNIFORM, 1, true, null),
                        new Batching(Batching.ALL, false, true, 5),
                        1,
                        new Callbacks(0, Set.of(), 0, List.of(), false, 0),
                        new CrossValidation(false, 5, true, 1L, true, false),
                        new Stepwise(false, Stepwise.Criterion.AIC, "both", 10, 2, Integer.MAX_VALUE),
                        0.5,
                        2048,
                        new Reveal(false, false),
                        "",
                        new Curvature(3, 5, 5000, null)));
        assertThat(read("{}", Flavour.HETERO_LINR).optimizer()).isEqualTo(Optimizer.Kind.SGD);
        assertThat(read("{}", Flavour.HETERO_LINR).maxIterations()).isEqualTo(20);
    }

    @Test
    void whatIsNotHereIsRefusedByName() {
        for (Flavour other : List.of(Flavour.HOMO_LR, Flavour.SSHE_LR, Flavour.SSHE_LINR, Flavour.HETERO_POISSON)) {
            refuses("{\"optimizer\": \"sqn\"}", other, "optimizer", "sqn", "HeteroLinR");
        }
        refuses("{\"sqn_param\": {\"sample_size\": 9}}", Flavour.HETERO_LINR, "sqn_param", "sample_size", "from 10");
        refuses("{\"sqn_param\": {\"memory_M\": 0}}", Flavour.HETERO_LR, "memory_M");
        refuses("{\"sqn_param\": {\"memory\": 1}}", Flavour.HETERO_LINR, "memory");
        for (Flavour other : List.of(Flavour.HOMO_LR, Flavour.SSHE_LR, Flavour.SSHE_LINR)) {
            refuses("{\"stepwise_param\": {\"need_stepwise\": true}}", other, "need_stepwise", "HeteroPoisson");
        }
        refuses("{\"stepwise_param\": {\"score_name\": \"R2\"}}", Flavour.HETERO_LINR, "score_name", "BIC");
        refuses("{\"stepwise_param\": {\"nvmin\": 1}}", Flavour.HETERO_LINR, "nvmin", "from 2");
        refuses("{\"stepwise_param\": {\"nvmin\": 4, \"nvmax\": 3}}", Flavour.HETERO_LINR, "nvmax", "from 4");
        refuses("{\"encrypt_param\": {\"method\": \"IterativeAffine\"}}", Flavour.HETERO_LR, "method");
        refuses("{\"encrypt_param\": {\"key_length\": 512}}", Flavour.HETERO_LR, "key_length");
        refuses("{\"floating_point_precision\": 30}", Flavour.HETERO_LR, "floating_point_precision", "23");
        refuses("{\"batch_size\": 5}", Flavour.HETERO_LR, "batch_size", "at least 10");
        refuses("{\"penalty\": \"L1\"}", Flavour.HOMO_LR, "penalty");
        refuses("{\"use_proximal\": true}", Flavour.HOMO_LR, "use_proximal");
        refuses(
                "{\"early_stopping_rounds\": 2, \"validation_freqs\": 1}",
                Flavour.HOMO_LR,
                "early_stopping_rounds",
                "not supported for homo");
        refuses("{\"early_stopping_rounds\": 2}", Flavour.HETERO_LR, "early_stopping_rounds", "validation_freqs");
        refuses("{\"callback_param\": {\"callbacks\": [\"Magic\"]}}", Flavour.HETERO_LR, "callbacks", "Magic");
        refuses("{\"learning_speed\": 1}", Flavour.HETERO_LR, "learning_speed");
        refuses("{\"batch_strategy\": \"full\"}", Flavour.HETERO_LINR, "batch_strategy");
    }

    @Test
    void sharedWeightsAllowLess() throws Exception {
        assertThat(read("{}", Flavour.SSHE_LR).optimizer()).isEqualTo(Optimizer.Kind.SGD);
        assertThat(read("{}", Flavour.SSHE_LR).maxIterations()).isEqualTo(100);
        assertThat(read("{}", Flavour.SSHE_LINR).maxIterations()).isEqualTo(20);
        assertThat(read("{\"penalty\": null}", Flavour.SSHE_LR).penalty().kind())
                .isEqualTo(Penalty.Kind.NONE);
        String revealed = "\"reveal_every_iter\": true, ";
        assertThat(read("{" + revealed + "\"penalty\": \"L1\", \"optimizer\": \"adam\"}", Flavour.SSHE_LR)
                        .reveal())
                .isEqualTo(new Reveal(true, false));
        refuses("{\"penalty\": \"L1\"}", Flavour.SSHE_LR, "penalty", "L2 or none");
        refuses("{\"optimizer\": \"adam\"}", Flavour.SSHE_LINR, "optimizer", "reveal_every_iter");
        refuses(
                "{" + revealed + "\"optimizer\": \"nesterov_momentum_sgd\"}",
                Flavour.SSHE_LINR,
                "optimizer",
                "HeteroSSHELinR");
        refuses(
                "{" + revealed + "\"reveal_strategy\": \"encrypted_reveal_in_host\"}",
                Flavour.SSHE_LR,
                "reveal_strategy");
        refuses(
                "{\"callback_param\": {\"callbacks\": [\"PerformanceEvaluate\"], \"validation_freqs\": 1}}",
                Flavour.SSHE_LR,
                "validation_freqs");
        refuses("{\"reveal_every_iter\": true}", Flavour.HETERO_LR, "reveal_every_iter");
        refuses("{\"optimizer\": \"nesterov_momentum_sgd\"}", Flavour.HETERO_POISSON, "optimizer", "HeteroPoisson");
        refuses("{\"exposure_colname\": \"e\"}", Flavour.HETERO_LINR, "exposure_colname");
    }

    @Test
    void readsHowASampleTellsOfTheCurvature() throws Exception {
        LinearParameters read = read(
                "{\"optimizer\": \"sqn\", \"sqn_param\": {\"update_interval_L\": 2, \"memory_M\": 4,"
                        + " \"sample_size\": 50, \"random_seed\": 7}}",
                Flavour.HETERO_LINR);

        assertThat(read.optimizer()).isEqualTo(Optimizer.Kind.SQN);
        assertThat(read.curvature()).isEqualTo(new Curvature(2, 4, 50, 7));
        assertThat(read("{\"optimizer\": \"SQN\", \"sqn_param\": {\"random_seed\": null}}", Flavour.HETERO_LR)
                        .curvature())
                .isEqualTo(Curvature.DEFAULT);
    }

    @Test
    void callbacksMayBeBesideTheSection() throws Exception {
        Callbacks beside = read(
                        "{\"validation_freqs\": 3, \"early_stopping_rounds\": 2, \"metrics\": [\"auc\"]}",
                        Flavour.HETERO_LR)
                .callbacks();
        Callbacks within = read(
                        "{\"callback_param\": {\"callbacks\": [\"EarlyStopping\"], \"validation_freqs\": 3,"
                                + " \"early_stopping_rounds\": 2, \"metrics\": [\"auc\"]}}",
                        Flavour.HETERO_LR)
                .callbacks();

        assertThat(beside).isEqualTo(within);
        assertThat(Stream.of(0, 1, 2, 3, 4, 5).filter(within::evaluatesAfter)).containsExactly(2, 5);
        assertThat(read("{\"validation_freqs\": [0, 4]}", Flavour.HETERO_LR)
                        .callbacks()
                        .atIterations())
                .containsExactlyInAnyOrder(0, 4);
        assertThat(read(
                                "{\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"], \"validation_freqs\": 1}}",
                                Flavour.HETERO_LR)
                        .callbacks()
                        .evaluatesAfter(0))
                .isFalse();
    }

    @Test
    void modelsAreKeptOfTheFirstIterationAndEachSoManyAfterIt() throws Exception {
        Callbacks third = read(
                        "{\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"], \"save_freq\": 3}}",
                        Flavour.HETERO_LR)
                .callbacks();
        Callbacks epoch = read(
                        "{\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"], \"save_freq\": \"epoch\"}}",
                        Flavour.HETERO_LR)
                .callbacks();
        Callbacks none = read("{\"callback_param\": {\"save_freq\": 3}}", Flavour.HETERO_LR)
                .callbacks();

        assertThat(Stream.of(0, 1, 2, 3, 4, 5, 6).filter(third::savesAfter)).containsExactly(0, 3, 6);
        assertThat(Stream.of(0, 1, 2, 3, 4, 5, 6).filter(third::savesAfterEpoch))
                .containsExactly(2, 5);
        assertThat(epoch.saveEvery()).isEqualTo(1);
        assertThat(Stream.of(0, 3).filter(none::savesAfter)).isEmpty();
        refuses(
                "{\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"], \"save_freq\": 0}}",
                Flavour.HETERO_LR,
                "save_freq");
    }

    @Test
    void readsTheConfsOfFatesExamples() throws Exception {
        int read = readConfs("hetero_logistic_regression", "hetero_lr", Flavour.HETERO_LR)
                + readConfs("hetero_linear_regression", "hetero_linr", Flavour.HETERO_LINR)
                + readConfs("homo_logistic_regression", "homo_lr", Flavour.HOMO_LR);

        assumeTrue(read > 0, "no example confs beside the checkout");
        assertThat(read).isGreaterThan(20);
    }

    private static int readConfs(String directory, String component, Flavour flavour) throws IOException {
        if (!Files.exists(CORPUS.resolve(directory))) {
            return 0;
        }
        int count = 0;
        try (Stream<Path> files = Files.list(CORPUS.resolve(directory))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith("conf.json")).toList()) {
                JsonNode components = JSON.readTree(file.toFile()).at("/component_parameters/common");
                for (var each : components.properties()) {
                    if (each.getKey().startsWith(component)) {
                        assertThat(read(each.getValue().toString(), flavour).flavour())
                                .as(file.toString())
                                .isEqualTo(flavour);
                        count++;
                    }
                }
            }
        }
        return count;
    }

    private static void refuses(String json, Flavour flavour, String... words) {
        assertThatThrownBy(() -> read(json, flavour))
                .isInstanceOf(ParameterException.class)
                .hasMessageContainingAll(words);
    }

    private static LinearParameters read(String json, Flavour flavour) throws JsonProcessingException {
        return LinearParameters.read(new Parameters("HeteroLR#hetero_lr_0", (ObjectNode) JSON.readTree(json)), flavour);
    }
}
