package io.fateflow.worker.component.scale;

import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class FeatureScaleTest {

    private static final String GUEST = "guest:9999";
    private static final InstanceSchema SCHEMA =
            InstanceSchema.dense(List.of("a", "b"), List.of("guest_9999_x0", "guest_9999_x1"));

    @TempDir
    Path directory;

    private Tables tables;
    private TableName data;

    /** a: 2, 4, 4, 4, 5, 5, 7, 9 has mean 5 and deviation 2; b is constant but for one gap. */
    @BeforeEach
    void store() throws Exception {
        tables = new Tables(new Federation(directory, GUEST).tables(GUEST));
        data = table(2, 4, 4, 4, 5, 5, 7, 9);
    }

    @Test
    void standardizesByMeanAndDeviationOfThePopulation() throws Exception {
        Federation.Run run = run(data, "{}");

        assertThat(column(run, 0)).containsExactly(new double[] {-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2}, within(1e-14));
        assertThat(column(run, 1)).containsExactly(Double.NaN, 0, 0, 0, 0, 0, 0, 0);
        JsonNode scale = run.model(GUEST).param().at("/colScaleParam/a");
        assertThat(scale.path("columnUpper").asDouble()).isEqualTo(9);
        assertThat(scale.path("columnLower").asDouble()).isEqualTo(2);
        assertThat(scale.path("mean").asDouble()).isEqualTo(5);
        assertThat(scale.path("std").asDouble()).isEqualTo(2, within(1e-14));
        assertThat(run.model(GUEST).param().at("/colScaleParam/b/std").asDouble())
                .isEqualTo(1);
        assertThat(run.result(GUEST).at("/summary/a/mean").asDouble()).isEqualTo(5);
        assertThat(run.result(GUEST).at("/metrics/0/metric_type").asText()).isEqualTo("SCALE");
    }

    @Test
    void meanOrDeviationMayStay() throws Exception {
        assertThat(column(run(data, "{\"with_mean\":false}"), 0)[0]).isEqualTo(1, within(1e-14));
        assertThat(column(run(data, "{\"with_std\":false}"), 0)).startsWith(-3, -1);
    }

    @Test
    void bringsAColumnFromZeroToOne() throws Exception {
        Federation.Run run =
                run(data, "{\"method\":\"min_max_scale\",\"scale_col_indexes\":[],\"scale_names\":[\"a\"]}");

        assertThat(column(run, 0)[0]).isZero();
        assertThat(column(run, 0)[4]).isEqualTo(3.0 / 7, within(1e-15));
        assertThat(column(run, 0)[7]).isEqualTo(1);
        assertThat(column(run, 1)[1]).isEqualTo(3);
        assertThat(run.model(GUEST).meta().toString())
                .isEqualTo("{\"method\":\"min_max_scale\",\"mode\":\"normal\",\"area\":\"null\","
                        + "\"scaleColumn\":[\"a\"],\"featUpper\":[\"None\",\"None\"],\"featLower\":[\"None\",\"None\"],"
                        + "\"withMean\":false,\"withStd\":false,\"needRun\":true}");
    }

    @Test
    void limitsCutBeforeTheyScale() throws Exception {
        assertThat(column(run(data, "{\"method\":\"min_max_scale\",\"feat_upper\":6,\"feat_lower\":[3,0]}"), 0))
                .containsExactly(0, 1 / 3.0, 1 / 3.0, 1 / 3.0, 2 / 3.0, 2 / 3.0, 1, 1);
        // 4, 4, 4, 4, 5, 5, 6, 6: mean 4.75, squares of the distances 4 * 0.5625 + 2 * 0.0625 + 2 * 1.5625 = 5.5
        assertThat(column(run(data, "{\"feat_upper\":6,\"feat_lower\":4}"), 0)[7])
                .isEqualTo(1.25 / Math.sqrt(5.5 / 8), within(1e-12));
    }

    @Test
    void capsAtSharesOfTheValues() throws Exception {
        // the 1st of 8 values for a lower share of 0.125, the 7th for an upper one of 0.875
        assertThat(column(
                        run(
                                data,
                                "{\"method\":\"min_max_scale\",\"mode\":\"cap\",\"feat_lower\":0.125,\"feat_upper\":0.875}"),
                        0))
                .containsExactly(0, 0.4, 0.4, 0.4, 0.6, 0.6, 1, 1);
    }

    @Test
    void aModelScalesOtherDataAsItWasTrained() throws Exception {
        Model model = run(data, "{\"method\":\"min_max_scale\"}").model(GUEST);

        Federation.Run run = new Federation(directory, GUEST)
                .component(FeatureScale::new)
                .input(GUEST, "test_data", table(-5, 5.5, 20))
                .model(GUEST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(column(run, 0)).containsExactly(0, 0.5, 1);
        assertThat(run.model(GUEST)).isEqualTo(model);
    }

    @Test
    void wrongParametersAreNamed() throws Exception {
        assertThat(run(data, "{\"feat_upper\":[1,2,3]}").failure(GUEST)).contains("feat_upper has 3 numbers");
        assertThat(run(data, "{\"mode\":\"cap\",\"feat_upper\":2}").failure(GUEST))
                .contains("feat_upper");
        assertThat(run(data, "{\"scale_col_indexes\":[2]}").failure(GUEST))
                .contains("scale_col_indexes asks for column 2");
        assertThat(run(data, "{\"method\":\"log\"}").failure(GUEST)).contains("parameter method must be one of");
    }

    private TableName table(double... values) throws Exception {
        Instance[] instances = new Instance[values.length];
        for (int i = 0; i < values.length; i++) {
            instances[i] = Instance.of("id" + i, 0, new DenseFeatures(values[i], i == 0 ? Double.NaN : 3));
        }
        return tables.instances(SCHEMA, instances);
    }

    private Federation.Run run(TableName table, String parameters) throws Exception {
        return new Federation(directory, GUEST)
                .component(FeatureScale::new)
                .parameters(parameters)
                .input(GUEST, "data", table)
                .run();
    }

    private double[] column(Federation.Run run, int column) throws Exception {
        DataSet scaled = tables.load(run.output(GUEST, "data"));
        return scaled.instances().stream()
                .mapToDouble(instance -> instance.features().get(column))
                .toArray();
    }
}
