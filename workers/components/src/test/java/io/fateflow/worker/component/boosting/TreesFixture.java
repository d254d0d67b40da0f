package io.fateflow.worker.component.boosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.SECOND_HOST;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

/** Rows with five columns: two at the guest, the others at one host or at two. */
final class TreesFixture {

    static final int ROWS = 60;
    static final int COLUMNS = 5;
    static final int BINS = 8;
    static final int[] ONE_HOST = {0, 0, 1, 1, 1};
    static final int[] TWO_HOSTS = {0, 0, 1, 1, 2};

    private static final String COMMON = "{\"encrypt_param\": {\"key_length\": 1024}, \"bin_num\": " + BINS
            + ", \"num_trees\": 3, \"tree_param\": {\"max_depth\": %d}, \"n_iter_no_change\": false%s}";

    private final Path directory;

    TreesFixture(Path directory) {
        this.directory = directory;
    }

    static double[][] x(long seed) {
        return LinearFixture.columns(seed, ROWS, COLUMNS);
    }

    /** Greatly different weights, so that no two ways to part rows gain the same. */
    static double[] weights() {
        return new Random(11).doubles(ROWS, 0.5, 2).toArray();
    }

    /** Classes from 0 that no straight line tells apart. */
    static double[] classes(double[][] x, int classes) {
        return Arrays.stream(x)
                .mapToDouble(row -> {
                    double u = Math.abs(row[0]) + row[2] * row[4] + 0.5 * row[3];
                    return Math.min(classes - 1, Math.max(0, Math.floor((u + 0.5) / 2 * classes)));
                })
                .toArray();
    }

    static double[] numbers(double[][] x) {
        return Arrays.stream(x)
                .mapToDouble(row -> 3 * Math.abs(row[0]) + row[2] * row[4] - 2 * row[3])
                .toArray();
    }

    static String parameters(int depth, String more) {
        return COMMON.formatted(depth, more.isEmpty() ? "" : ", " + more);
    }

    Federation oneHost(String parameters, String key, double[][] x, LinearFixture.Table guest) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroSecureBoost::new)
                .parameters(parameters);
        return federation
                .input(GUEST, key, guest.in(federation, GUEST, "g" + key))
                .input(
                        HOST,
                        key,
                        table(part(x, 2, 5), 0).ids("person-").reversed().in(federation, HOST, "h" + key));
    }

    Federation oneHost(String parameters, double[][] x, double[] y) throws IOException {
        return oneHost(
                parameters, "train_data", x, table(part(x, 0, 2), 0).labels(y).weights(weights()));
    }

    Federation twoHosts(String parameters, double[][] x, double[] y) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST, SECOND_HOST)
                .component(HeteroSecureBoost::new)
                .parameters(parameters);
        return federation
                .input(
                        GUEST,
                        "train_data",
                        table(part(x, 0, 2), 0).labels(y).weights(weights()).in(federation, GUEST, "g"))
                .input(HOST, "train_data", table(part(x, 2, 4), 0).in(federation, HOST, "h"))
                .input(
                        SECOND_HOST,
                        "train_data",
                        table(part(x, 4, 5), 0).reversed().in(federation, SECOND_HOST, "s"));
    }

    /** Losses, roots and predictions are those of pooled data. */
    static void assertLikePooled(Federation.Run run, PooledTrees pooled) throws IOException {
        assertThat(pooled.ties())
                .as("ties, which make the comparison one of luck")
                .isZero();
        JsonNode param = run.model(GUEST).param();
        assertThat(param.path("losses")).hasSize(pooled.losses().size());
        for (int round = 0; round < pooled.losses().size(); round++) {
            assertThat(param.path("losses").get(round).asDouble())
                    .as("loss of round %s", round)
                    .isCloseTo(pooled.losses().get(round), offset(1e-6));
        }
        Map<String, Row> rows = predictions(run);
        assertThat(rows).hasSize(ROWS);
        for (int row = 0; row < ROWS; row++) {
            double[] expected = pooled.prediction(row);
            double score = Double.parseDouble(cell(rows, "person-" + row, 2));
            assertThat(score)
                    .as("score of row %s", row)
                    .isCloseTo(Arrays.stream(expected).max().orElseThrow(), offset(1e-6));
        }
    }

    /** One column of a prediction that must be there. */
    static String cell(Map<String, Row> rows, String id, int column) {
        return requireNonNull(rows.get(id), id).values().get(column);
    }

    static Map<String, Row> predictions(Federation.Run run) throws IOException {
        Map<String, Row> rows = new HashMap<>();
        for (Row row : LinearFixture.rows(run.federation(), GUEST, run.output(GUEST, "data"))) {
            rows.put(row.id(), row);
        }
        return rows;
    }

    static List<String> sites(Federation.Run run, int tree) {
        return run.model(GUEST).param().path("trees").get(tree).path("tree").findValuesAsText("sitename");
    }
}
