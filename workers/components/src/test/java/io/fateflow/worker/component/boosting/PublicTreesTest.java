package io.fateflow.worker.component.boosting;

import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.testing.ExampleCsv;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

/** FATE's own example data, if it is beside the checkout; the numbers are those of FATE's formulas on it. */
class PublicTreesTest {

    private static final Path DATA = Path.of("../../shared/data");

    @TempDir
    Path directory;

    @Test
    void tellsTumoursApartAsFateDoes() throws Exception {
        ExampleCsv guest = ExampleCsv.read(DATA.resolve("breast_hetero_guest.csv"));
        ExampleCsv host = ExampleCsv.read(DATA.resolve("breast_hetero_host.csv"));

        Federation.Run run = run(
                "{\"encrypt_param\": {\"key_length\": 1024}}",
                table(guest.from(1), 0).ids(guest.ids()).labels(guest.column(0)),
                table(host.from(0), 0).ids(host.ids()));

        JsonNode param = run.model(GUEST).param();
        losses(param, 0.472172, 0.340854, 0.253732, 0.196125, 0.155485);
        JsonNode tree = param.path("trees").get(0).path("tree");
        assertThat(tree).hasSize(15);
        assertThat(tree.get(0).path("weight").asDouble()).isCloseTo(0.5093080435, offset(1e-9));
        assertThat(features(tree)).containsExactly(2, 7, 6, 3, 4, 1, 0);
        assertThat(param.path("trees").get(0).path("splitMaskdict").path("0").asDouble())
                .isCloseTo(0.206678, offset(1e-9));
        double[] leaves = {
            1.9218651543,
            0.8370044052,
            1.8518518518,
            -1.4960629922,
            1.8181818181,
            -1.6666666667,
            1.4285714285,
            -1.971830986
        };
        for (int leaf = 0; leaf < leaves.length; leaf++) {
            assertThat(tree.get(7 + leaf).path("weight").asDouble()).isCloseTo(leaves[leaf], offset(1e-9));
        }
    }

    @Test
    void estimatesTheSpeedOfAMotorAsFateDoes() throws Exception {
        ExampleCsv guest = ExampleCsv.read(DATA.resolve("motor_hetero_guest.csv"));
        ExampleCsv host = ExampleCsv.read(DATA.resolve("motor_hetero_host.csv"));

        Federation.Run run = run(
                "{\"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"},"
                        + " \"encrypt_param\": {\"key_length\": 1024}}",
                table(guest.from(1), 0).ids(guest.ids()).numericLabels(guest.column(0)),
                table(host.from(0), 0).ids(host.ids()));

        JsonNode param = run.model(GUEST).param();
        assertThat(param.path("initScore").get(0).asDouble()).isCloseTo(0.0417816012, offset(1e-9));
        losses(param, 0.550970, 0.308635, 0.183743, 0.108975, 0.074242);
        JsonNode root =
                run.model(HOST).param().path("trees").get(0).path("tree").get(0);
        assertThat(root.path("fid").asInt()).isEqualTo(5);
    }

    private static void losses(JsonNode param, double... expected) {
        assertThat(param.path("losses")).hasSize(expected.length);
        for (int round = 0; round < expected.length; round++) {
            assertThat(param.path("losses").get(round).asDouble()).isCloseTo(expected[round], offset(1e-6));
        }
    }

    private static List<Integer> features(JsonNode tree) {
        return java.util.stream.IntStream.range(0, 7)
                .mapToObj(node -> tree.get(node).path("fid").asInt())
                .toList();
    }

    private Federation.Run run(String parameters, LinearFixture.Table guest, LinearFixture.Table host)
            throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroSecureBoost::new)
                .parameters(parameters);
        federation
                .input(GUEST, "train_data", guest.in(federation, GUEST, "g"))
                .input(HOST, "train_data", host.in(federation, HOST, "h"));
        Federation.Run run = federation.run();
        run.result(GUEST);
        return run;
    }
}
