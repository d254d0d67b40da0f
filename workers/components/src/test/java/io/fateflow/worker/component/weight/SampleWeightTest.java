package io.fateflow.worker.component.weight;

import java.nio.file.Path;
import java.util.List;

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

class SampleWeightTest {

    private static final String GUEST = "guest:9999";
    private static final InstanceSchema SCHEMA = InstanceSchema.dense(List.of("a", "w"), List.of("x0", "x1"));

    @TempDir
    Path directory;

    private Tables tables;
    private TableName data;

    @BeforeEach
    void store() throws Exception {
        tables = new Tables(new Federation(directory, GUEST).tables(GUEST));
        data = tables.instances(
                SCHEMA.withLabel("y", true), instance(0, 1), instance(1, 2), instance(1, 6), instance(1, 3));
    }

    @Test
    void eachClassHasAWeight() throws Exception {
        DataSet weighted = output(run("{\"class_weight\":{\"1\":2}}"));

        assertThat(weighted.instances()).extracting(Instance::weight).containsExactly(1.0, 2.0, 2.0, 2.0);
        assertThat(weighted.schema().weighted()).isTrue();
        assertThat(weighted.header()).containsExactly("a", "w");
    }

    @Test
    void weightsBelowZeroGoThrough() throws Exception {
        assertThat(output(run("{\"class_weight\":{\"1\":-2}}")).instances())
                .extracting(Instance::weight)
                .containsExactly(1.0, -2.0, -2.0, -2.0);
    }

    @Test
    void balancedClassesWeighTheSameInTotal() throws Exception {
        Federation.Run run = run("{\"class_weight\":\"balanced\"}");

        assertThat(output(run).instances())
                .extracting(Instance::weight)
                .containsExactly(2.0, 4 / 6.0, 4 / 6.0, 4 / 6.0);
        assertThat(run.model(GUEST).param().path("weightMode").asText()).isEqualTo("class weight");
        assertThat(run.model(GUEST).param().at("/classWeight/0").asDouble()).isEqualTo(2);
    }

    @Test
    void aColumnOfWeightsIsNoFeatureAnyMore() throws Exception {
        DataSet weighted = output(run("{\"sample_weight_name\":\"w\",\"normalize\":true}"));

        assertThat(weighted.instances()).extracting(Instance::weight).containsExactly(1 / 3.0, 2 / 3.0, 2.0, 1.0);
        assertThat(weighted.header()).containsExactly("a");
        assertThat(weighted.schema().anonymousHeader()).containsExactly("x0");
        assertThat(weighted.instances().get(1).features()).isEqualTo(new DenseFeatures(5));
    }

    @Test
    void aModelWeighsOtherData() throws Exception {
        Model model = run("{\"class_weight\":{\"0\":3}}").model(GUEST);

        Federation.Run run = new Federation(directory, GUEST)
                .component(SampleWeight::new)
                .input(GUEST, "data", data)
                .model(GUEST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(output(run).instances()).extracting(Instance::weight).containsExactly(3.0, 1.0, 1.0, 1.0);
    }

    @Test
    void withoutWeightsDataStaysAsItIs() throws Exception {
        assertThat(output(run("{}"))).isEqualTo(tables.load(data));
    }

    @Test
    void whatCannotBeWeighedIsNamed() throws Exception {
        assertThat(run("{\"sample_weight_name\":\"v\"}").failure(GUEST))
                .contains("Cannot find weight column of given sample_weight_name 'v'");
        assertThat(run("{\"class_weight\":\"heavy\"}").failure(GUEST)).contains("class_weight must be balanced");
        assertThat(run("{\"class_weight\":{\"0\":\"x\"}}").failure(GUEST)).contains("class_weight must have a number");
    }

    private static Instance instance(double label, double weight) {
        return Instance.of("id" + weight, label, new DenseFeatures(5, weight));
    }

    private Federation.Run run(String parameters) throws Exception {
        return new Federation(directory, GUEST)
                .component(SampleWeight::new)
                .parameters(parameters)
                .input(GUEST, "data", data)
                .run();
    }

    private DataSet output(Federation.Run run) throws Exception {
        return tables.load(run.output(GUEST, "data"));
    }
}
