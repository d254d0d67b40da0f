package io.fateflow.worker.component.onehot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class HomoOneHotEncoderTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String ARBITER = "arbiter:10000";
    private static final List<String> HEADER = List.of("x0", "x1");

    @TempDir
    Path directory;

    @Test
    void allPartiesGetAColumnForEachValueOfAny() throws Exception {
        Federation federation = federation("{\"transform_col_indexes\": [1]}");
        Federation.Run run = federation.run();

        DataSet guest = load(federation, run, GUEST);
        assertThat(guest.header()).containsExactly("x0", "x1_1", "x1_2", "x1_3");
        assertThat(load(federation, run, HOST).header()).isEqualTo(guest.header());
        assertThat(row(guest, 1)).containsExactly(8.5, 0, 1, 0);
        assertThat(run.model(HOST).module()).isEqualTo("HomoOneHotEncoder");
        assertThat(run.model(GUEST).paramName()).isEqualTo("OneHotParam");
        assertThat(run.result(ARBITER).path("models")).isEmpty();
        assertThat(run.result(GUEST).at("/summary/transferred_dimension").asInt())
                .isEqualTo(4);
    }

    @Test
    void aModelMakesTheSameColumnsOfOtherData() throws Exception {
        Federation.Run first = federation("{\"transform_col_indexes\": [1]}").run();
        Federation federation = federation("{}")
                .model(GUEST, ModelInput.Kind.MODEL, first.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, first.model(HOST));
        Federation.Run run = federation.run();

        assertThat(load(federation, run, HOST).header()).containsExactly("x0", "x1_1", "x1_2", "x1_3");
    }

    @Test
    void withoutAlignmentEachHasItsOwn() throws Exception {
        Federation federation = federation("{\"transform_col_indexes\": [1], \"need_alignment\": false}");
        Federation.Run run = federation.run();

        assertThat(load(federation, run, GUEST).header()).containsExactly("x0", "x1_1", "x1_2");
        assertThat(load(federation, run, HOST).header()).containsExactly("x0", "x1_2", "x1_3");
    }

    @Test
    void textsOfAnyPartyAreColumnsOfAll() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HomoOneHotEncoder::new)
                .parameters("{\"transform_col_indexes\": [1]}");
        federation
                .input(GUEST, "data", texts(federation, GUEST, "A", "C"))
                .input(HOST, "data", texts(federation, HOST, "B", "A"));

        Federation.Run run = federation.run();

        DataSet host = load(federation, run, HOST);
        assertThat(host.header()).containsExactly("x0", "x1_A", "x1_B", "x1_C");
        assertThat(row(host, 0)).containsExactly(1, 0, 1, 0);
        assertThat(row(load(federation, run, GUEST), 1)).containsExactly(1, 0, 0, 1);
    }

    private static TableName texts(Federation federation, String party, String first, String second)
            throws IOException {
        return new Tables(federation.tables(party))
                .instances(
                        InstanceSchema.dense(HEADER, HEADER).withTexts(Map.of("x1", List.of(first, second))),
                        Instance.of(party + 0, Double.NaN, new DenseFeatures(1, 0)),
                        Instance.of(party + 1, Double.NaN, new DenseFeatures(1, 1)));
    }

    @Test
    void partiesMustWantTheSame() throws Exception {
        assertThat(federation("{\"transform_col_indexes\": [1]}")
                        .parameters(HOST, "{\"need_alignment\": false}")
                        .run()
                        .failure(ARBITER))
                .contains("1 of 2", "need_alignment");
        assertThat(federation("{\"transform_col_indexes\": [0]}").run().failure(GUEST))
                .contains("column x0", "whole number");
    }

    private static double[] row(DataSet data, int row) {
        double[] values = new double[data.header().size()];
        Arrays.setAll(values, i -> data.instances().get(row).features().get(i));
        return values;
    }

    private static DataSet load(Federation federation, Federation.Run run, String party) throws IOException {
        return new Tables(federation.tables(party)).load(run.output(party, "data"));
    }

    private Federation federation(String parameters) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HomoOneHotEncoder::new)
                .parameters(parameters);
        return federation
                .input(GUEST, "data", table(federation, GUEST, new double[] {7.5, 1}, new double[] {8.5, 2}))
                .input(HOST, "data", table(federation, HOST, new double[] {7.5, 3}, new double[] {8.5, 2}));
    }

    private static TableName table(Federation federation, String party, double[]... rows) throws IOException {
        Instance[] instances = new Instance[rows.length];
        Arrays.setAll(instances, i -> Instance.of(party + i, Double.NaN, new DenseFeatures(rows[i])));
        return new Tables(federation.tables(party)).instances(InstanceSchema.dense(HEADER, HEADER), instances);
    }
}
