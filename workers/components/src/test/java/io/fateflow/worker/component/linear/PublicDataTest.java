package io.fateflow.worker.component.linear;

import java.nio.file.Path;
import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.testing.ExampleCsv;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

/** FATE's own example data, if it is beside the checkout. */
class PublicDataTest {

    private static final Path DATA = Path.of("../../../shared/data");

    @TempDir
    Path directory;

    @Test
    void tellsTumoursApart() throws Exception {
        ExampleCsv guest = ExampleCsv.read(DATA.resolve("breast_hetero_guest.csv"));
        ExampleCsv host = ExampleCsv.read(DATA.resolve("breast_hetero_host.csv"));

        JsonNode metrics = run(
                new HeteroLR(),
                """
                {"alpha": 0.01, "learning_rate": 0.15, "max_iter": 4, "init_param": {"init_method": "zeros"},
                 "optimizer": "sgd",""",
                table(guest.from(1), 0).ids(guest.ids()).labels(guest.column(0)),
                table(host.from(0), 10).ids(host.ids()));

        assertThat(metrics.get(0).get(0).asText()).isEqualTo("auc");
        assertThat(metrics.get(0).get(1).asDouble()).isGreaterThan(0.98);
    }

    @Test
    void estimatesTheTemperatureOfAMotor() throws Exception {
        ExampleCsv guest = ExampleCsv.read(DATA.resolve("motor_hetero_guest.csv"));
        ExampleCsv host = ExampleCsv.read(DATA.resolve("motor_hetero_host.csv"));
        double[] speed = guest.column(0);
        double mean = Arrays.stream(speed).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(speed)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());

        JsonNode metrics = run(
                new HeteroLinR(),
                """
                {"alpha": 0.001, "learning_rate": 0.15, "max_iter": 4, "init_param": {"init_method": "zeros"},
                 "optimizer": "sgd", "decay": 0, "decay_sqrt": false,""",
                table(guest.from(1), 0).ids(guest.ids()).numericLabels(speed),
                table(host.from(0), 4).ids(host.ids()));

        assertThat(metrics.get(0).get(0).asText()).isEqualTo("root_mean_squared_error");
        assertThat(metrics.get(0).get(1).asDouble()).isLessThan(0.6 * deviation);
    }

    @Test
    void sharedWeightsAreThoseOfAnIndependentScript() throws Exception {
        ExampleCsv guest = ExampleCsv.read(DATA.resolve("breast_hetero_guest.csv"));
        ExampleCsv host = ExampleCsv.read(DATA.resolve("breast_hetero_host.csv"));

        JsonNode shared = shared(guest, host, "").model(GUEST).param();
        JsonNode revealed = shared(guest, host, ", \"reveal_every_iter\": true")
                .model(GUEST)
                .param();

        double[] losses = {0.693147, 0.464284, 0.415224, 0.395447, 0.385066};
        for (int i = 0; i < losses.length; i++) {
            assertThat(shared.path("lossHistory").get(i).asDouble()).isCloseTo(losses[i], offset(1e-6));
        }
        assertThat(shared.at("/weight/x0").asDouble()).isCloseTo(-0.1051695, offset(1e-6));
        assertThat(shared.path("intercept").asDouble()).isCloseTo(0.0587964, offset(1e-6));
        assertThat(revealed.path("lossHistory").get(4).asDouble()).isCloseTo(0.385044, offset(1e-6));
        assertThat(revealed.path("intercept").asDouble()).isCloseTo(0.0589079, offset(1e-6));
    }

    private Federation.Run shared(ExampleCsv guest, ExampleCsv host, String more) throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroSSHELR::new)
                .parameters("""
                        {"alpha": 0.01, "learning_rate": 0.15, "max_iter": 5, "init_param": {"init_method": "zeros"},
                         "encrypt_param": {"key_length": 1024}""" + more + "}");
        federation
                .input(
                        GUEST,
                        "train_data",
                        table(guest.from(1), 0)
                                .ids(guest.ids())
                                .labels(guest.column(0))
                                .in(federation, GUEST, "g" + more.length()))
                .input(
                        HOST,
                        "train_data",
                        table(host.from(0), 10).ids(host.ids()).in(federation, HOST, "h" + more.length()));
        return federation.run();
    }

    private JsonNode run(Component component, String parameters, LinearFixture.Table guest, LinearFixture.Table host)
            throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(() -> component)
                .parameters(parameters + """
                          "encrypt_param": {"key_length": 1024}, "early_stop": "weight_diff",
                          "callback_param": {"callbacks": ["PerformanceEvaluate"], "validation_freqs": 2}}""");
        federation
                .input(GUEST, "train_data", guest.in(federation, GUEST, "g"))
                .input(HOST, "train_data", host.in(federation, HOST, "h"));
        Federation.Run run = federation.run();
        run.result(GUEST);
        int iterations = run.model(GUEST).param().path("iters").asInt();
        return metric(run.result(GUEST), "train", "iteration_" + (iterations - 1))
                .path("data");
    }
}
