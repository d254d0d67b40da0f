package io.fateflow.worker.component.union;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class UnionTest {

    private static final String GUEST = "guest:9999";
    private static final InstanceSchema SCHEMA =
            InstanceSchema.dense(List.of("a"), List.of("guest_9999_x0")).withLabel("y", true);

    @TempDir
    Path directory;

    private Tables tables;

    @BeforeEach
    void open() {
        tables = new Tables(new Federation(directory, GUEST).tables(GUEST));
    }

    @Test
    void theFirstOfTwoRowsWithOneIdStays() throws Exception {
        Federation.Run run = run("{}", instances(1, "a", "b"), instances(2, "b", "c"));

        assertThat(tables.load(run.output(GUEST, "data")).instances())
                .containsExactly(instance(1, "a"), instance(1, "b"), instance(2, "c"));
        assertThat(run.result(GUEST).path("summary").toString()).isEqualTo("{\"upstream_0.data\":2,\"Total\":3}");
        assertThat(run.result(GUEST).at("/metrics/0/metric_type").asText()).isEqualTo("UNION");
    }

    @Test
    void duplicatesMayStayUnderNewIds() throws Exception {
        Federation.Run run = run("{\"keep_duplicate\":true}", instances(1, "a"), instances(2, "b"));

        assertThat(tables.load(run.output(GUEST, "data")).ids())
                .containsExactly("a_upstream_0.data", "b_upstream_0.data");
    }

    @Test
    void textIsUnitedToo() throws Exception {
        Federation.Run run = run("{}", tables.text("id,x,y\na,1,2\n"), tables.text("id,x,y\nb,3,4\n"));

        assertThat(tables.rows(run.output(GUEST, "data")))
                .containsExactly(new Row("a", List.of("1", "2")), new Row("b", List.of("3", "4")));
    }

    @Test
    void rowsWithoutFixedWidthAreUnitedAsText() throws Exception {
        Federation.Run run = run("{}", tables.ragged("a,red\n", ","), tables.ragged("b,red,pear\n", ","));

        assertThat(tables.rows(run.output(GUEST, "data")))
                .containsExactly(new Row("a", List.of("red")), new Row("b", List.of("red,pear")));
    }

    @Test
    void anEmptyTableMayBeAsItLikes() throws Exception {
        Federation.Run run = run("{}", tables.text("id,z\n"), instances(1, "a"));

        assertThat(tables.load(run.output(GUEST, "data")).ids()).containsExactly("a");
    }

    @Test
    void tablesMustFitTogether() throws Exception {
        TableName other = tables.instances(
                InstanceSchema.dense(List.of("b"), List.of("guest_9999_x0")).withLabel("y", true), instance(1, "z"));
        TableName unlabelled =
                tables.instances(SCHEMA.withLabel(null, false), Instance.of("z", 0, new DenseFeatures(1)));

        assertThat(run("{}", instances(1, "a"), other).failure(GUEST))
                .isEqualTo("guest 9999: upstream_0.data and upstream_0.data have different columns: [a], [b]");
        assertThat(run("{}", instances(1, "a"), unlabelled).failure(GUEST)).contains("name their labels differently");
        assertThat(run("{}", instances(1, "a"), tables.text("id,a\nz,1\n")).failure(GUEST))
                .contains("only one of them is transformed");
        assertThat(run("{}", instances(1, "a")).failure(GUEST)).contains("must receive more than one table");
        assertThat(run("{\"keep\":true}", instances(1, "a")).failure(GUEST)).contains("redundant parameters");
    }

    private TableName instances(double value, String... ids) throws Exception {
        Instance[] instances = new Instance[ids.length];
        for (int i = 0; i < ids.length; i++) {
            instances[i] = instance(value, ids[i]);
        }
        return tables.instances(SCHEMA, instances);
    }

    private static Instance instance(double value, String id) {
        return Instance.of(id, 1, new DenseFeatures(value));
    }

    private Federation.Run run(String parameters, TableName... inputs) throws Exception {
        Federation federation =
                new Federation(directory, GUEST).component(Union::new).parameters(parameters);
        for (TableName input : inputs) {
            federation.input(GUEST, "data", input);
        }
        return federation.run();
    }
}
