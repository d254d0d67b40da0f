package io.fateflow.worker.component.correlation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.columns.ColumnData;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("training")
class HeteroPearsonTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";

    @TempDir
    Path directory;

    @Test
    void correlatesTheColumnsOfTwoParties() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ColumnData guest = random(random, 30, 2);
        ColumnData host = random(random, 30, 3);

        Federation.Run run = run(guest, host);

        JsonNode param = run.model(GUEST).param();
        double[] corr = ProtobufJson.doubles(param.path("corr"));
        for (int i = 0; i < 6; i++) {
            assertThat(corr[i])
                    .as("correlation %d, seed %d", i, seed)
                    .isCloseTo(pearson(guest.column(i / 3), host.column(i % 3)), within(1e-6));
        }
        assertThat(run.model(HOST).param().path("corr")).isEqualTo(param.path("corr"));
        assertThat(param.path("parties").toString()).isEqualTo("[\"(guest,9999)\",\"(host,10000)\"]");
        assertThat(param.path("shapes").toString()).isEqualTo("[2,3]");
        assertThat(param.path("allNames").path(1).path("names").toString())
                .isEqualTo("[\"host_10000_x0\",\"host_10000_x1\",\"host_10000_x2\"]");
        assertThat(run.model(HOST)
                        .param()
                        .path("allNames")
                        .path(0)
                        .path("names")
                        .path(0)
                        .asText())
                .isEqualTo("guest_9999_x0");
    }

    @Test
    void correlatesOwnColumnsAndSaysHowMuchOthersExplainThem() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ColumnData data = random(random, 50, 2);

        JsonNode param = local(data).model(GUEST).param();

        double r = pearson(data.column(0), data.column(1));
        double[] local = ProtobufJson.doubles(param.path("localCorr"));
        assertThat(local[0]).isCloseTo(1, within(1e-12));
        assertThat(local[1]).as("seed %d", seed).isCloseTo(r, within(1e-12));
        // of two columns: 1 / (1 - r²)
        assertThat(ProtobufJson.doubles(param.path("localVif"))[0])
                .as("seed %d", seed)
                .isCloseTo(1 / (1 - r * r), within(1e-9));
    }

    @Test
    void computesEigenvaluesAsByHand() {
        SquareMatrix matrix = new SquareMatrix(new double[][] {{2, 1, 0}, {1, 2, 0}, {0, 0, -5}});

        assertThat(matrix.absoluteEigenvalues()).containsExactly(new double[] {1, 3, 5}, within(1e-12));
    }

    @Test
    void knowsNoCorrelationOfAColumnThatDoesNotVary() throws Exception {
        ColumnData guest = ColumnData.of(new double[] {1, 2, 3}, new double[] {7, 7, 7});
        ColumnData host = ColumnData.of(new double[] {5, 5, 5}, new double[] {3, 2, 1});

        JsonNode param = run(guest, host).model(GUEST).param();

        assertThat(param.path("corr").path(0).asText()).isEqualTo("NaN");
        assertThat(param.path("corr").path(1).asDouble()).isCloseTo(-1, within(1e-6));
        assertThat(param.path("corr").path(3).asText()).isEqualTo("NaN");
        assertThat(param.path("localVif").path(1).asText()).isEqualTo("NaN");
        assertThat(param.path("localVif").path(0).asDouble()).isCloseTo(1, within(1e-9));
    }

    @Test
    void showsNoValueToTheOtherParty() throws Exception {
        ColumnData guest = ColumnData.of(new double[] {1.25, 2.5, 7.75});
        ColumnData host = ColumnData.of(new double[] {3.125, 2, 1});

        Federation.Run run = run(guest, host);

        assertThat(run.record())
                .extracting(message -> message.variable().replaceAll(".*\\.", ""))
                .containsExactlyInAnyOrder(
                        "anonymous_guest",
                        "anonymous_host",
                        "paillier_pubkey",
                        "encrypted_column",
                        "encrypted_products",
                        "correlations");
        for (MemoryExchange.Message message : run.record()) {
            assertThat(new String(message.bytes(), StandardCharsets.ISO_8859_1))
                    .as(message.variable())
                    .doesNotContain("1.25", "2.5", "7.75", "3.125");
        }
    }

    @Test
    void takesTheDefaultsOfFatesClient() throws Exception {
        Federation federation = new Federation(directory, GUEST)
                .component(HeteroPearson::new)
                .parameters(
                        "{\"column_indexes\": -1, \"column_names\": null, \"cross_parties\": false, \"need_run\": true,"
                                + " \"use_mix_rand\": false, \"calc_local_vif\": true, \"fixpoint_bit_length\": 23}");
        federation.input(GUEST, "data", random(new Random(1), 10, 2).at(federation, GUEST));

        assertThat(federation.run().model(GUEST).param().path("shape").asInt()).isEqualTo(2);
    }

    @Test
    void aNameThatOnePartyLacksIsLeftOutThere() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroPearson::new)
                .parameters("{\"column_names\": [\"x0\", \"x2\"]}");
        federation.input(GUEST, "data", random(new Random(1), 10, 2).at(federation, GUEST));
        federation.input(HOST, "data", random(new Random(2), 10, 3).at(federation, HOST));

        Federation.Run run = federation.run();

        assertThat(run.model(GUEST).param().path("shapes").toString()).isEqualTo("[1,2]");
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThat(local(ColumnData.of(new double[] {1, Double.NaN})).failure(GUEST))
                .contains("column x0 of guest 9999 has no value in row 2");
        assertThat(new Federation(directory, GUEST)
                        .component(HeteroPearson::new)
                        .run()
                        .failure(GUEST))
                .contains("column_indexes must be -1 or name a column");
    }

    private Federation.Run run(ColumnData guest, ColumnData host) throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroPearson::new)
                .parameters("{\"column_indexes\": -1}");
        federation.input(GUEST, "data", guest.at(federation, GUEST));
        federation.input(HOST, "data", host.reversed().at(federation, HOST));
        return federation.run();
    }

    private Federation.Run local(ColumnData data) throws Exception {
        Federation federation = new Federation(directory, GUEST)
                .component(HeteroPearson::new)
                .parameters("{\"column_indexes\": -1, \"cross_parties\": false}");
        return federation.input(GUEST, "data", data.at(federation, GUEST)).run();
    }

    /** By the textbook, with sums of plain products. */
    private static double pearson(double[] x, double[] y) {
        double n = x.length;
        double sx = 0;
        double sy = 0;
        double sxx = 0;
        double syy = 0;
        double sxy = 0;
        for (int i = 0; i < x.length; i++) {
            sx += x[i];
            sy += y[i];
            sxx += x[i] * x[i];
            syy += y[i] * y[i];
            sxy += x[i] * y[i];
        }
        return (n * sxy - sx * sy) / Math.sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
    }

    private static ColumnData random(Random random, int rows, int columns) {
        return ColumnData.of(IntStream.range(0, columns)
                .mapToObj(column -> random.doubles(rows).toArray())
                .toArray(double[][]::new));
    }
}
