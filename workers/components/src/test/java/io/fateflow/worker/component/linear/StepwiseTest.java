package io.fateflow.worker.component.linear;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.SECOND_HOST;
import static io.fateflow.worker.component.linear.LinearFixture.Table;
import static io.fateflow.worker.component.linear.LinearFixture.greatestDifference;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.rows;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static io.fateflow.worker.component.linear.LinearFixture.weights;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

@Tag("training")
class StepwiseTest {

    private static final int ROWS = 40;
    private static final int OF_GUEST = 3;
    private static final int COLUMNS = 5;
    private static final int ITERATIONS = 6;
    private static final double[][] X = LinearFixture.columns(31, ROWS, COLUMNS);

    /** Neither depends on the columns 1 and 4. */
    private static final double[] NUMBERS = Arrays.stream(X)
            .mapToDouble(row -> 2 * row[0] - row[2] + 1.5 * row[3] + 0.2 * row[4] * row[1])
            .toArray();

    private static final double[] CLASSES =
            Arrays.stream(NUMBERS).map(number -> number > 0.3 ? 1 : 0).toArray();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "HeteroLinR, AIC, backward",
        "HeteroLinR, AIC, forward",
        "HeteroLinR, BIC, both",
        "HeteroLR, AIC, backward",
        "HeteroLR, BIC, forward",
        "HeteroLR, AIC, both"
    })
    void findsTheColumnsThatASearchInOnePlaceFinds(String module, String criterion, String direction) throws Exception {
        boolean logistic = module.equals("HeteroLR");
        Federation federation = federation(
                logistic,
                "\"score_name\": \"%s\", \"direction\": \"%s\", \"max_step\": 4".formatted(criterion, direction));

        Federation.Run run = federation.run();

        PooledStepwise pooled =
                new PooledStepwise(criterion, !logistic, ROWS, COLUMNS, OF_GUEST, columns -> pooled(logistic, columns));
        List<Integer> best = pooled.search(direction, 4);
        assertThat(best).as("there is something to choose").hasSizeBetween(2, COLUMNS - 1);
        assertThat(names(run.model(GUEST).param())).isEqualTo(named(best, 0, OF_GUEST));
        assertThat(names(run.model(HOST).param())).isEqualTo(named(best, OF_GUEST, COLUMNS));
        assertThat(greatestDifference(weights(run, HOST), pooled(logistic, best).weights()))
                .isLessThan(1e-5);
        assertThat(pooled.reported()).isNotEmpty().allSatisfy((step, score) -> {
            JsonNode metas =
                    metric(run.result(ARBITER), "train", "stepwise_" + step).path("metas");
            assertThat(metas.path("current_ic_val").asDouble(Double.NaN)).isCloseTo(score, offset(1e-3));
        });
        assertThat(rows(federation, GUEST, run.output(GUEST, "data")))
                .hasSize(ROWS)
                .allSatisfy(row -> assertThat(row.values().get(4)).isEqualTo("train"));
    }

    @Test
    void eachPartyKnowsTheOthersColumnsByTheirAnonymousNamesOnly() throws Exception {
        Federation.Run run = federation(false, "\"direction\": \"backward\", \"max_step\": 2")
                .run();

        JsonNode guest = metric(run.result(GUEST), "train", "stepwise_0").path("metas");
        assertThat(guest.path("host_mask").toString()).isEqualTo("[true,true]");
        assertThat(guest.path("all_features")).hasSize(OF_GUEST);
        assertThat(guest.path("loss").isNull()).isTrue();
        assertThat(run.result(GUEST).at("/summary/step_0/host_features")).hasSize(2);
        assertThat(run.result(ARBITER).at("/summary/step_0/loss").isNumber()).isTrue();
        assertThat(run.record()).allSatisfy(message -> {
            String text = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            for (double number : NUMBERS) {
                assertThat(text).as(message.variable()).doesNotContain(Double.toString(number));
            }
        });
    }

    @Test
    void theStartOfASearchForwardIsTheGuestsAlone() throws Exception {
        Federation.Run run =
                federation(false, "\"direction\": \"forward\", \"max_step\": 2").run();

        double mean = Arrays.stream(NUMBERS).average().orElseThrow();
        JsonNode guest = metric(run.result(GUEST), "train", "stepwise_0").path("metas");
        assertThat(guest.path("intercept").asDouble()).isCloseTo(mean, offset(1e-12));
        assertThat(guest.path("number_in").asInt()).isZero();
        for (String other : List.of(HOST, ARBITER)) {
            assertThat(metric(run.result(other), "train", "stepwise_0")
                            .at("/metas/current_ic_val")
                            .isNull())
                    .isTrue();
        }
    }

    @Test
    void aChoiceOfTheArbiterThatWasNotComparedIsRefused() throws Exception {
        Federation federation = federation(false, "\"direction\": \"backward\", \"max_step\": 2")
                .changing(message -> message.variable().endsWith("step_best")
                                && message.tag().endsWith(".0")
                                && message.to().role().equals("guest")
                        ? withoutItsFirstColumn(message)
                        : message);

        assertThat(federation.run().failure(GUEST))
                .contains("arbiter 10000 chose columns that were not to be compared in step 0");
    }

    @Test
    void onlyTrainingDataMayBeGiven() throws Exception {
        Federation federation = federation(false, "\"max_step\": 1");
        federation.input(
                GUEST,
                "validate_data",
                table(part(X, 0, OF_GUEST), 0).numericLabels(NUMBERS).in(federation, GUEST, "v"));

        assertThat(federation.run().failure(GUEST)).contains("guest 9999", "train_data", "need_stepwise");
    }

    @Test
    void moreThanTwoClassesAreRefused() throws Exception {
        double[] three = CLASSES.clone();
        three[5] = 2;
        Federation federation = bare(true, "\"max_step\": 1");
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(part(X, 0, OF_GUEST), 0).labels(three).in(federation, GUEST, "g"))
                .input(
                        HOST,
                        "train_data",
                        table(part(X, OF_GUEST, COLUMNS), OF_GUEST).in(federation, HOST, "h"));

        assertThat(federation.run().failure(ARBITER)).contains("more than two classes", "need_stepwise");
    }

    @Test
    void severalHostsAreRefused() throws Exception {
        Federation.Run run = new Federation(directory, GUEST, HOST, SECOND_HOST, ARBITER)
                .component(HeteroLR::new)
                .parameters("{\"early_stop\": \"weight_diff\", \"stepwise_param\": {\"need_stepwise\": true}}")
                .run();

        assertThat(run.failure(ARBITER)).contains("stepwise_param", "several hosts", "need_stepwise");
    }

    /** The first step compares nothing but all columns. */
    private static MemoryExchange.Message withoutItsFirstColumn(MemoryExchange.Message choice) {
        String digits = new String(choice.bytes(), StandardCharsets.UTF_8).replaceFirst("1", "0");
        return new MemoryExchange.Message(
                choice.variable(), choice.tag(), choice.from(), choice.to(), digits.getBytes(StandardCharsets.UTF_8));
    }

    private Federation federation(boolean logistic, String stepwise) throws IOException {
        Federation federation = bare(logistic, stepwise);
        Table guest = table(part(X, 0, OF_GUEST), 0);
        return federation
                .input(
                        GUEST,
                        "train_data",
                        (logistic ? guest.labels(CLASSES) : guest.numericLabels(NUMBERS)).in(federation, GUEST, "g"))
                .input(
                        HOST,
                        "train_data",
                        table(part(X, OF_GUEST, COLUMNS), OF_GUEST).reversed().in(federation, HOST, "h"));
    }

    private Federation bare(boolean logistic, String stepwise) throws IOException {
        return new Federation(directory, GUEST, HOST, ARBITER)
                .component(logistic ? HeteroLR::new : HeteroLinR::new)
                .parameters("""
                        {"alpha": 0.01, "learning_rate": 0.3, "max_iter": %s, "tol": 1e-12,
                         "optimizer": "sgd", "init_param": {"init_method": "zeros"},
                         "encrypt_param": {"key_length": 1024}, "stepwise_param": {"need_stepwise": true, %s}}""".formatted(ITERATIONS, stepwise));
    }

    private static double[] labels(boolean logistic) {
        return logistic ? CLASSES : NUMBERS;
    }

    /** Trained with some columns. */
    private static Pooled pooled(boolean logistic, List<Integer> columns) {
        double[][] some = Arrays.stream(X)
                .map(row -> columns.stream().mapToDouble(column -> row[column]).toArray())
                .toArray(double[][]::new);
        return new Pooled(some, labels(logistic), logistic)
                .alpha(0.01)
                .learningRate(0.3)
                .sgd(ITERATIONS, ROWS);
    }

    private static List<String> names(JsonNode param) {
        List<String> names = new ArrayList<>();
        param.path("header").forEach(name -> names.add(name.asText()));
        return names;
    }

    private static List<String> named(List<Integer> columns, int from, int to) {
        return columns.stream()
                .filter(column -> column >= from && column < to)
                .map(column -> "x" + column)
                .toList();
    }
}
