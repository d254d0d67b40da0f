package io.fateflow.worker.component.label;

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
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class LabelTransformTest {

    private static final String GUEST = "guest:9999";
    private static final InstanceSchema SCHEMA = InstanceSchema.dense(List.of("a"), List.of("x0"));

    @TempDir
    Path directory;

    private TableStore store;
    private Tables tables;

    @BeforeEach
    void open() {
        store = new Federation(directory, GUEST).tables(GUEST);
        tables = new Tables(store);
    }

    @Test
    void labelsBecomeTheirCodes() throws Exception {
        Federation.Run run = run(table(0, 1, 1), "{\"label_encoder\":{\"0\":1,\"1\":0},\"label_list\":[0,1]}");

        assertThat(output(run).labels()).containsExactly(1, 0, 0);
        assertThat(run.model(GUEST).param().toString())
                .isEqualTo(
                        "{\"labelEncoder\":{\"0\":\"1\",\"1\":\"0\"},\"encoderKeyType\":{\"0\":\"int\",\"1\":\"int\"},"
                                + "\"encoderValueType\":{\"0\":\"int\",\"1\":\"int\"}}");
        assertThat(run.result(GUEST).at("/metrics/0/metric_type").asText()).isEqualTo("LABEL_TRANSFORM");
    }

    @Test
    void labelsWithoutEncoderAreNumberedInTheirOrder() throws Exception {
        assertThat(output(run(table(7, -1, 3.5, 7), "{}")).labels()).containsExactly(2, 0, 1, 2);
    }

    @Test
    void labelsThatTheEncoderDoesNotNameStay() throws Exception {
        Federation.Run run = run(table(0, 3, 1, 2), "{\"label_encoder\":{\"0\":1,\"1\":0}}");

        assertThat(output(run).labels()).containsExactly(1, 3, 0, 2);
        assertThat(output(run(table(2, 0), run.model(GUEST))).labels()).containsExactly(2, 1);
    }

    @Test
    void aModelDoesTheSameToOtherData() throws Exception {
        Model model = run(table(5, 6), "{}").model(GUEST);

        assertThat(output(run(table(6, 6, 5), model)).labels()).containsExactly(1, 1, 0);
        assertThat(run(table(5, 9), model).failure(GUEST))
                .isEqualTo("guest 9999: row 2 has a label that is not in the label encoder");
    }

    @Test
    void predictionsGetTheirLabelsBack() throws Exception {
        Model model = run(table(5, 6.5), "{}").model(GUEST);
        TableName predictions = predictions(new Row("a", List.of("1", "0", "0.3", "{\"0\":0.7,\"1\":0.3}", "train")));

        Federation.Run run = run(predictions, model);

        assertThat(tables.rows(run.output(GUEST, "data")))
                .containsExactly(new Row("a", List.of("6.5", "5", "0.3", "{\"5\":0.7,\"6.5\":0.3}", "train")));
    }

    @Test
    void predictedNumbersStay() throws Exception {
        Row regression = new Row("a", List.of("1.25", "1.2", "1.2", "{\"label\":1.2}", "train"));

        Federation.Run run = run(predictions(regression), run(table(0, 1), "{}").model(GUEST));

        assertThat(tables.rows(run.output(GUEST, "data"))).containsExactly(regression);
    }

    @Test
    void whatCannotBeTransformedIsNamed() throws Exception {
        TableName unlabelled = tables.instances(SCHEMA, Instance.of("a", 0, new DenseFeatures(1)));

        assertThat(run(unlabelled, "{}").failure(GUEST)).contains("guest 9999: the data has no label");
        assertThat(run(table(1, Double.NaN), "{}").failure(GUEST))
                .contains("guest 9999: there are rows without a label")
                .contains("left join");
        assertThat(run(table(1), "{\"label_encoder\":{\"yes\":1}}").failure(GUEST))
                .contains("label_encoder");
        assertThat(run(table(1), "{\"label_encoder\":{\"0\":1},\"label_list\":[0,1]}")
                        .failure(GUEST))
                .contains("label_list length should match");
        assertThat(run(tables.text("id,x\na,1\n"), run(table(0), "{}").model(GUEST))
                        .failure(GUEST))
                .contains("neither instances nor predictions");
    }

    private TableName table(double... labels) throws Exception {
        Instance[] instances = new Instance[labels.length];
        for (int i = 0; i < labels.length; i++) {
            instances[i] = Instance.of("id" + i, labels[i], new DenseFeatures(i));
        }
        return tables.instances(SCHEMA.withLabel("y", false), instances);
    }

    private TableName predictions(Row row) throws Exception {
        TableSchema schema = TableSchema.of("id", PredictionLabels.COLUMNS, 1);
        try (TableWriter writer = store.create(new TableName("test", "predictions"), schema)) {
            writer.add(row);
            return writer.commit().name();
        }
    }

    private Federation.Run run(TableName table, String parameters) throws Exception {
        return new Federation(directory, GUEST)
                .component(LabelTransform::new)
                .parameters(parameters)
                .input(GUEST, "data", table)
                .run();
    }

    private Federation.Run run(TableName table, Model model) throws Exception {
        return new Federation(directory, GUEST)
                .component(LabelTransform::new)
                .input(GUEST, "data", table)
                .model(GUEST, ModelInput.Kind.MODEL, model)
                .run();
    }

    private DataSet output(Federation.Run run) throws Exception {
        return tables.load(run.output(GUEST, "data"));
    }
}
