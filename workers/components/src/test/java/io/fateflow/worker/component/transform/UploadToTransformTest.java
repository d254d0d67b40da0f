package io.fateflow.worker.component.transform;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.builtin.Reader;
import io.fateflow.worker.component.builtin.Upload;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The way of a file through Upload, Reader and DataTransform. */
class UploadToTransformTest {

    private static final String GUEST = "guest:9999";
    private static final String TABLE = "\"namespace\":\"ns\",\"name\":\"t\"";

    @TempDir
    Path directory;

    @Test
    void aTableUploadedWithMetaNeedsNoParameters() throws Exception {
        DataSet data = pass(
                "id;imei;y;x0\na;p;0.5;2\n",
                ",\"with_meta\":true,\"meta\":{\"delimiter\":\";\",\"with_label\":true,\"label_name\":\"y\","
                        + "\"label_type\":\"float\",\"with_match_id\":true}",
                "{}");

        assertThat(data.schema().anonymousHeader()).containsExactly("guest_9999_x0");
        assertThat(data.instances()).containsExactly(new Instance("a", "p", 0.5, 1, new DenseFeatures(2)));
    }

    @Test
    void aMatchIdIsTheFirstColumnWhenIdsAreMadeUp() throws Exception {
        DataSet data = pass(
                "phone,x0\np1,1\np1,2\n",
                ",\"extend_sid\":true,\"auto_increasing_sid\":true,\"with_meta\":true,\"meta\":{}",
                "{}");

        assertThat(data.schema().matchIdName()).isEqualTo("phone");
        assertThat(data.ids()).containsExactly("0", "1");
        assertThat(data.instances()).extracting(Instance::matchId).containsExactly("p1", "p1");
    }

    @Test
    void sparseDataWithMetaGetsItsHeaderWhenItIsTransformed() throws Exception {
        DataSet data = pass(
                "a 1 1:0.5\nb 0 2:3\n",
                ",\"head\":0,\"with_meta\":true,\"meta\":{\"input_format\":\"svmlight\",\"delimiter\":\" \","
                        + "\"with_label\":true}",
                "{\"output_format\":\"sparse\"}");

        assertThat(data.header()).containsExactly("x0", "x1", "x2");
        assertThat(data.instances())
                .first()
                .isEqualTo(Instance.of("a", 1, new SparseFeatures(3, new int[] {1}, new double[] {0.5})));
    }

    @ParameterizedTest
    @CsvSource({"breast_hetero_guest.csv,10,true", "breast_hetero_host.csv,20,false"})
    void theBreastDataBecomesInstances(String file, int features, boolean labelled) throws Exception {
        Path csv = Path.of("../../../shared/data", file);
        assumeTrue(Files.exists(csv));

        DataSet data = pass(Files.readString(csv), "", "{\"with_label\":" + labelled + "}");

        assertThat(data.size()).isEqualTo(569);
        assertThat(data.header()).hasSize(features);
        assertThat(data.ids()).contains("133");
    }

    private DataSet pass(String file, String upload, String transform) throws Exception {
        Files.writeString(directory.resolve("f.csv"), file);
        run(Upload::new, "{\"file\":\"f.csv\"," + TABLE + upload + "}").result(GUEST);
        Federation.Run read = run(Reader::new, "{\"table\":{" + TABLE + "}}");
        Federation federation = new Federation(directory, GUEST);
        Federation.Run transformed = federation
                .component(DataTransform::new)
                .parameters(transform)
                .input(GUEST, "data", read.output(GUEST, "data"))
                .run();
        return new Tables(federation.tables(GUEST)).load(transformed.output(GUEST, "data"));
    }

    private Federation.Run run(Callable<Component> component, String parameters) throws InterruptedException {
        return new Federation(directory, GUEST)
                .component(component)
                .parameters(parameters)
                .run();
    }
}
