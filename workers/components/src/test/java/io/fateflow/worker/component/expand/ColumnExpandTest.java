package io.fateflow.worker.component.expand;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.transform.DataTransform;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class ColumnExpandTest {

    private static final String GUEST = "guest:9999";
    private static final String MORE = "{\"append_header\": [\"x_0\", \"x_1\"], \"fill_value\": [0, 0.2]}";

    @TempDir
    Path directory;

    @Test
    void eachRowGetsTheValues() throws Exception {
        Federation.Run run = run(MORE, null);

        Tables tables = tables(run);
        assertThat(tables.rows(run.output(GUEST, "data")))
                .containsExactly(
                        new Row("a", List.of("1", "2.5", "0", "0.2")), new Row("b", List.of("0", "3.5", "0", "0.2")));
        TableSchema schema = run.federation()
                .tables(GUEST)
                .find(run.output(GUEST, "data"))
                .orElseThrow()
                .schema();
        assertThat(schema.header()).isEqualTo("y,x,x_0,x_1");
        assertThat(run.model(GUEST).meta().at("/fillValue/1").asText()).isEqualTo("0.2");
        assertThat(run.model(GUEST).param().at("/header/3").asText()).isEqualTo("x_1");
    }

    @Test
    void aModelAddsWhatTrainingDataGot() throws Exception {
        Federation.Run first = run(MORE, null);
        Federation federation = federation("{}", null).model(GUEST, ModelInput.Kind.MODEL, first.model(GUEST));
        Federation.Run run = federation.run();

        assertThat(tables(run).rows(run.output(GUEST, "data")).get(1).values()).containsExactly("0", "3.5", "0", "0.2");
    }

    @Test
    void whatWasUploadedWithMetaKnowsItsNewColumns() throws Exception {
        ObjectNode meta = (ObjectNode) new ObjectMapper().readTree("""
                {"input_format": "dense", "delimiter": ",", "with_label": true, "label_name": "y", "label_type": "int",
                 "data_type": "float64", "header": ["x"], "anonymous_header": ["guest_9999_x0"],
                 "original_index_info": {"header_index": [1], "label_index": 0}}""");
        Federation.Run run = run(MORE, meta);

        ObjectNode after = run.federation()
                .tables(GUEST)
                .find(run.output(GUEST, "data"))
                .orElseThrow()
                .schema()
                .meta();
        assertThat(after.path("header")).hasSize(3);
        assertThat(after.at("/anonymous_header/1").asText()).isEqualTo("guest_9999_exp_0");
        assertThat(after.at("/original_index_info/header_index").toString()).isEqualTo("[1,2,3]");
        assertThat(transformed(run).instances().get(0).features().get(2)).isEqualTo(0.2);
    }

    @Test
    void oneValueIsForAllColumns() throws Exception {
        Federation.Run run = run("{\"append_header\": [\"p\", \"q\"]}", null);

        assertThat(tables(run).rows(run.output(GUEST, "data")).get(0).values())
                .containsExactly("1", "2.5", "1e-08", "1e-08");
    }

    @Test
    void withoutNewColumnsNothingChanges() throws Exception {
        Federation.Run run = run("{}", null);

        assertThat(tables(run).rows(run.output(GUEST, "data")).get(0).values()).containsExactly("1", "2.5");
    }

    @Test
    void mistakesAreNamed() throws Exception {
        assertThat(failure("{\"append_header\": [\"x\"], \"fill_value\": 1}")).contains("append_header", "column x");
        assertThat(failure("{\"append_header\": [\"p\"], \"fill_value\": [1, 2]}"))
                .contains("fill_value", "2 values for 1 columns");
        assertThat(failure("{\"append_header\": [\"p\", \"p\"]}")).contains("append_header", "twice");
        assertThat(failure("{\"append_header\": [\"p\"], \"fill_value\": true}"))
                .contains("fill_value");
    }

    private String failure(String parameters) throws Exception {
        return run(parameters, null).failure(GUEST);
    }

    private DataSet transformed(Federation.Run expanded) throws Exception {
        Federation federation = new Federation(directory, GUEST)
                .component(DataTransform::new)
                .parameters("{\"with_label\": true}")
                .input(GUEST, "data", expanded.output(GUEST, "data"));
        Federation.Run run = federation.run();
        return new Tables(federation.tables(GUEST)).load(run.output(GUEST, "data"));
    }

    private Federation.Run run(String parameters, @Nullable ObjectNode meta) throws Exception {
        return federation(parameters, meta).run();
    }

    private Federation federation(String parameters, @Nullable ObjectNode meta) throws IOException {
        Federation federation =
                new Federation(directory, GUEST).component(ColumnExpand::new).parameters(parameters);
        TableName table = new Tables(federation.tables(GUEST)).text("id,y,x\na,1,2.5\nb,0,3.5", meta);
        return federation.input(GUEST, "data", table);
    }

    private static Tables tables(Federation.Run run) {
        return new Tables(run.federation().tables(GUEST));
    }
}
