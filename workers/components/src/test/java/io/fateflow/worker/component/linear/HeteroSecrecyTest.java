package io.fateflow.worker.component.linear;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;

/** Looks at all bytes that cross between the parties. */
class HeteroSecrecyTest {

    private static final int ROWS = 30;
    private static final double[][] X = LinearFixture.columns(21, ROWS, 4);

    /** Labels that no other number looks like. */
    private static final double[] Y =
            Arrays.stream(X).mapToDouble(row -> 1234.5678 + row[0] + row[3]).toArray();

    @TempDir
    Path directory;

    @Test
    void neitherFeatureNorLabelLeavesItsParty() throws Exception {
        for (String batches : List.of("\"batch_size\": -1", "\"batch_size\": 10")) {
            List<MemoryExchange.Message> record = record(new HeteroLinR(), batches);

            assertThat(record).hasSizeGreaterThan(20);
            for (MemoryExchange.Message message : record) {
                String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
                for (int row = 0; row < ROWS; row++) {
                    assertThat(bytes).as(message.variable()).doesNotContain(asBytes(Y[row]), Double.toString(Y[row]));
                    for (double value : X[row]) {
                        assertThat(bytes).as(message.variable()).doesNotContain(asBytes(value), Double.toString(value));
                    }
                }
            }
        }
    }

    @Test
    void idsCrossBetweenGuestAndHostOnly() throws Exception {
        List<MemoryExchange.Message> record = record(new HeteroLinR(), "\"batch_size\": 10");

        Set<String> withIds = record.stream()
                .filter(message -> new String(message.bytes(), StandardCharsets.ISO_8859_1).contains("person-"))
                .map(message -> message.variable().substring(message.variable().lastIndexOf('.') + 1) + " to "
                        + message.to().role())
                .collect(Collectors.toSet());

        assertThat(withIds).containsExactlyInAnyOrder("batch_data_index to host", "predicted_ids to host");
    }

    @Test
    void theArbiterSendsItsPublicKeyAndStepsOnly() throws Exception {
        List<MemoryExchange.Message> record = record(new HeteroLinR(), "\"batch_size\": -1");

        for (MemoryExchange.Message message : record) {
            if (message.from().role().equals("arbiter")) {
                String variable =
                        message.variable().substring(message.variable().lastIndexOf('.') + 1);
                int most =
                        switch (variable) {
                            // the modulus has 1024 bits, a sign, and a length before it; the primes would need as many
                            case "paillier_pubkey" -> 4 + 129;
                            case "guest_optim_gradient" -> 4 + 3 * 8;
                            case "host_optim_gradient" -> 4 + 2 * 8;
                            case "converge_flag" -> 5;
                            default -> 0;
                        };
                assertThat(message.bytes().length).as(variable).isLessThanOrEqualTo(most);
            }
        }
    }

    @Test
    void aHostCannotTellMaskedRowsFromOthers() throws Exception {
        List<MemoryExchange.Message> record =
                record(new HeteroLR(), "\"batch_size\": 10, \"masked_rate\": 1, \"penalty\": \"none\"");

        List<MemoryExchange.Message> gradients = record.stream()
                .filter(message -> message.variable().endsWith(".fore_gradient"))
                .toList();
        assertThat(gradients).isNotEmpty();
        for (MemoryExchange.Message message : gradients) {
            ByteBuffer bytes = ByteBuffer.wrap(message.bytes());
            bytes.position(4);
            int count = bytes.getInt();
            bytes.getInt();
            int length = bytes.getInt();
            assertThat(count).isEqualTo(20);
            Set<Integer> exponents = new TreeSet<>();
            for (int i = 0; i < count; i++) {
                exponents.add(bytes.getInt());
                bytes.position(bytes.position() + length);
            }
            assertThat(exponents).hasSize(1);
        }
    }

    private List<MemoryExchange.Message> record(Component component, String batches) throws Exception {
        boolean classes = component instanceof HeteroLR;
        double[] labels = classes ? LinearFixture.labels(1, X) : Y;
        // greatly different weights, which must not show either
        double[] weights = classes ? LinearFixture.powers(ROWS) : new double[0];
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(() -> component)
                .parameters("{\"max_iter\": 2, \"encrypt_param\": {\"key_length\": 1024}, \"alpha\": 0.1, " + batches
                        + "}");
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(part(X, 0, 2), 0)
                                .numericLabels(labels)
                                .weights(weights)
                                .in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(part(X, 2, 4), 2).in(federation, HOST, "h"));
        Federation.Run run = federation.run();
        run.result(GUEST);
        return run.record();
    }

    private static String asBytes(double value) {
        return new String(ByteBuffer.allocate(Double.BYTES).putDouble(value).array(), StandardCharsets.ISO_8859_1);
    }
}
