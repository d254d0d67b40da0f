package io.fateflow.worker.component.linear;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.homo.HomoLR;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

/** FATE's callback of that name: which iterations' models are kept, and that each is the one that predicts. */
class ModelCheckpointTest {

    private static final int ROWS = 30;
    private static final double[][] X = LinearFixture.columns(11, ROWS, 4);
    private static final double[] Y = LinearFixture.labels(12, X);
    private static final String EVERY_SECOND =
            "\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"], \"save_freq\": 2}";

    @TempDir
    Path directory;

    @Test
    void theFirstIterationIsKeptAndEachSoManyAfterItAtEveryParty() throws Exception {
        Federation.Run run = hetero("\"max_iter\": 4, " + EVERY_SECOND).run();
        Federation.Run shorter = hetero("\"max_iter\": 1").run();

        for (String party : List.of(GUEST, HOST, ARBITER)) {
            assertThat(steps(run, party)).as(party).containsExactly(0, 2);
            JsonNode first = run.result(party).at("/checkpoints/0");
            assertThat(first.path("step_name").asText()).isEqualTo("step_name");
            assertThat(first.path("param_name").asText()).isEqualTo("HeteroLogisticRegressionParam");
            assertThat(json(first.path("meta"))).isEqualTo(run.model(party).meta());
        }
        assertThat(weight(run, HOST, 0, "x2"))
                .isCloseTo(shorter.model(HOST).param().at("/weight/x2").asDouble(), offset(1e-9))
                .isNotCloseTo(run.model(HOST).param().at("/weight/x2").asDouble(), offset(1e-3));
        assertThat(shorter.result(GUEST).has("checkpoints"))
                .as("nobody has asked for them")
                .isFalse();
    }

    @Test
    void whatComesAfterTheBestIterationIsKeptToo() throws Exception {
        double[] wrong = Arrays.stream(Y).map(label -> 1 - label).toArray();
        Federation federation = hetero("""
                "max_iter": 30, "tol": 0, "callback_param": {"callbacks": ["EarlyStopping", "ModelCheckpoint"],
                "save_freq": "epoch", "validation_freqs": 1, "early_stopping_rounds": 2, "metrics": ["auc"]}""");
        federation
                .input(
                        GUEST,
                        "validate_data",
                        table(part(X, 0, 2), 0).labels(wrong).in(federation, GUEST, "gv"))
                .input(HOST, "validate_data", table(part(X, 2, 4), 2).in(federation, HOST, "hv"));

        Federation.Run run = federation.run();

        int best = run.model(GUEST).param().path("bestIteration").asInt();
        assertThat(steps(run, GUEST)).hasSize(best + 3).endsWith(best + 2).isEqualTo(steps(run, ARBITER));
        assertThat(weight(run, GUEST, best, "x0"))
                .isEqualTo(run.model(GUEST).param().at("/weight/x0").asDouble());
    }

    @Test
    void whatIsOneOfSeveralModelsIsNotKept() throws Exception {
        Federation.Run folds = hetero(
                        "\"max_iter\": 2, \"cv_param\": {\"need_cv\": true, \"n_splits\": 2}, " + EVERY_SECOND)
                .run();

        assertThat(folds.result(GUEST).has("checkpoints")).isFalse();
    }

    @Test
    void weightsThatNobodyKnowsAreNotKept() throws Exception {
        String more = "\"max_iter\": 2, " + EVERY_SECOND;

        Federation.Run shared = twoParties(HeteroSSHELR::new, more, GUEST, HOST).run();
        Federation.Run revealed = twoParties(HeteroSSHELR::new, more + ", \"reveal_every_iter\": true", GUEST, HOST)
                .run();

        assertThat(shared.result(GUEST).has("checkpoints")).isFalse();
        assertThat(steps(revealed, GUEST)).containsExactly(0);
        assertThat(steps(revealed, HOST)).containsExactly(0);
    }

    /** FATE saves the last of each so many epochs there, and numbers what it has saved. */
    @Test
    void epochsOfAHomoModelAreCounted() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HomoLR::new)
                .parameters("{\"learning_rate\": 0.1, \"max_iter\": 5, " + EVERY_SECOND + "}");
        for (String party : List.of(GUEST, HOST)) {
            federation.input(party, "train_data", table(X, 0).labels(Y).in(federation, party, party.substring(0, 1)));
        }

        Federation.Run run = federation.run();

        assertThat(steps(run, GUEST)).containsExactly(0, 1).isEqualTo(steps(run, HOST));
        assertThat(json(run.result(GUEST).at("/checkpoints/1/param"))
                        .path("iters")
                        .asInt())
                .isEqualTo(3);
        assertThat(run.result(ARBITER).has("checkpoints"))
                .as("it saves no model, either")
                .isFalse();
    }

    private static List<Integer> steps(Federation.Run run, String party) {
        List<Integer> steps = new ArrayList<>();
        run.result(party)
                .path("checkpoints")
                .forEach(each -> steps.add(each.path("step_index").asInt()));
        return steps;
    }

    private static double weight(Federation.Run run, String party, int place, String column) throws IOException {
        return json(run.result(party).path("checkpoints").path(place).path("param"))
                .path("weight")
                .path(column)
                .asDouble();
    }

    private static JsonNode json(JsonNode text) throws IOException {
        return new ObjectMapper().readTree(text.asText());
    }

    private Federation hetero(String parameters) throws IOException {
        return twoParties(
                HeteroLR::new, "\"init_param\": {\"init_method\": \"zeros\"}, " + parameters, GUEST, HOST, ARBITER);
    }

    private Federation twoParties(Callable<Component> component, String parameters, String... parties)
            throws IOException {
        Federation federation = new Federation(directory, parties)
                .component(component)
                .parameters("{\"alpha\": 0.01, \"learning_rate\": 0.15, \"encrypt_param\": {\"key_length\": 1024}, "
                        + parameters + "}");
        return federation
                .input(GUEST, "train_data", table(part(X, 0, 2), 0).labels(Y).in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(part(X, 2, 4), 2).reversed().in(federation, HOST, "h"));
    }
}
