package io.fateflow.worker.component.boosting;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.boosting.TreesFixture.ROWS;
import static io.fateflow.worker.component.boosting.TreesFixture.parameters;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;

/** Looks at all bytes that cross between the parties. */
@Tag("training")
class HeteroBoostingSecrecyTest {

    private static final double[][] X = TreesFixture.x(4);

    /** Labels that no other number looks like. */
    private static final double[] Y = Arrays.stream(TreesFixture.numbers(X))
            .map(value -> 1234.5678 + value)
            .toArray();

    private static final String REGRESSION =
            "\"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"}";

    @TempDir
    Path directory;

    @Test
    void neitherFeatureNorLabelNorForeignIdLeavesItsParty() throws Exception {
        for (String strategy : List.of("std", "mix", "layered")) {
            String more = REGRESSION + ", \"boosting_strategy\": \"" + strategy + "\"";
            Federation.Run run = train(more);
            assertNothingLeaks(run, strategy);

            for (String inference : List.of("", ", \"EINI_inference\": true")) {
                if (inference.isEmpty() || !strategy.equals("mix")) {
                    Federation predicting = federation(more + inference, "test_data");
                    predicting.model(GUEST, ModelInput.Kind.MODEL, run.model(GUEST));
                    predicting.model(HOST, ModelInput.Kind.MODEL, run.model(HOST));
                    assertNothingLeaks(predicting.run(), strategy + " predicting" + inference);
                }
            }
        }
    }

    @Test
    void weightsAndThresholdsStayWithTheirOwners() throws Exception {
        Federation.Run run = train(REGRESSION);

        Set<String> secrets = new HashSet<>();
        for (String party : List.of(GUEST, HOST)) {
            run.model(party).param().path("trees").forEach(tree -> {
                tree.path("splitMaskdict").forEach(threshold -> secrets.add(threshold.asText()));
                tree.path("tree")
                        .forEach(node -> secrets.add(node.path("weight").asText()));
            });
        }
        secrets.removeAll(Set.of("0.0", "0", "-1"));
        assertThat(secrets).hasSizeGreaterThan(20);
        for (MemoryExchange.Message message : run.record()) {
            assertThat(text(message)).as(message.variable()).doesNotContain(secrets);
        }
    }

    @Test
    void onlyTheGuestNamesRowsAndOnlyOnce() throws Exception {
        Federation.Run run = train(REGRESSION);

        assertThat(run.record().stream()
                        .filter(message -> text(message).contains("person-"))
                        .map(message ->
                                message.variable().substring(message.variable().lastIndexOf('.') + 1) + " to "
                                        + message.to().role())
                        .collect(Collectors.toList()))
                .containsExactly("sample_ids to host");
    }

    @Test
    void equalSumsDoNotLookEqual() throws Exception {
        Federation.Run run = train(REGRESSION);

        Set<ByteBuffer> seen = new HashSet<>();
        int numbers = 0;
        for (MemoryExchange.Message message : run.record()) {
            if (message.variable().endsWith(".encrypted_grad_and_hess")) {
                ByteBuffer bytes = ByteBuffer.wrap(message.bytes()).position(16);
                while (bytes.hasRemaining()) {
                    seen.add(bytes.slice(bytes.position() + 4, 256));
                    bytes.position(bytes.position() + 4 + 256);
                    numbers++;
                }
            }
        }
        assertThat(numbers).isEqualTo(3 * ROWS);
        assertThat(seen).hasSize(numbers);
    }

    private static void assertNothingLeaks(Federation.Run run, String what) {
        run.result(GUEST);
        assertThat(run.record()).isNotEmpty();
        for (MemoryExchange.Message message : run.record()) {
            String bytes = text(message);
            for (int row = 0; row < ROWS; row++) {
                assertThat(bytes)
                        .as("%s: %s", what, message.variable())
                        .doesNotContain(asBytes(Y[row]), Double.toString(Y[row]), "foreign-");
                for (double value : X[row]) {
                    assertThat(bytes)
                            .as("%s: %s", what, message.variable())
                            .doesNotContain(asBytes(value), Double.toString(value));
                }
            }
        }
    }

    private Federation.Run train(String more) throws Exception {
        Federation.Run run = federation(more, "train_data").run();
        run.result(GUEST);
        return run;
    }

    /** The host has rows that the guest has not. */
    private Federation federation(String more, String key) throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroSecureBoost::new)
                .parameters(parameters(2, more));
        List<String> ids = new ArrayList<>();
        double[][] host = new double[2 * ROWS][];
        for (int row = 0; row < 2 * ROWS; row++) {
            ids.add((row < ROWS ? "person-" : "foreign-") + row);
            host[row] = Arrays.copyOfRange(X[row % ROWS], 2, 5);
        }
        return federation
                .input(GUEST, key, table(part(X, 0, 2), 0).numericLabels(Y).in(federation, GUEST, "g" + key))
                .input(HOST, key, table(host, 0).ids(ids).in(federation, HOST, "h" + key));
    }

    private static String text(MemoryExchange.Message message) {
        return new String(message.bytes(), StandardCharsets.ISO_8859_1);
    }

    private static String asBytes(double value) {
        return new String(ByteBuffer.allocate(Double.BYTES).putDouble(value).array(), StandardCharsets.ISO_8859_1);
    }
}
