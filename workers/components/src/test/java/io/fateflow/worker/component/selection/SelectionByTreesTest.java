package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput.Kind;
import io.fateflow.worker.component.boosting.HeteroFastSecureBoost;
import io.fateflow.worker.component.boosting.HeteroSecureBoost;
import io.fateflow.worker.component.boosting.HomoSecureBoost;
import io.fateflow.worker.component.columns.ColumnData;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;

class SelectionByTreesTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String ARBITER = "arbiter:10000";
    private static final double[] LABELS = {0, 0, 1, 1, 0, 0, 1, 1};
    private static final double[] SILENT = {1, 1, 1, 1, 1, 1, 1, 1};
    private static final double[] HALF = {1, 1, 1, 1, 2, 2, 2, 2};
    private static final double[] OTHER_HALF = {1, 1, 2, 2, 1, 1, 2, 2};
    private static final double[] QUARTER = {1, 1, 2, 2, 3, 3, 4, 4};

    @TempDir
    Path directory;

    private Model model = model("hetero_sbt", "");

    /** A guest's: x0 parts three nodes, x2 one, x3 none, and a host's column at the place of x1 parts seven. */
    @BeforeEach
    void giveModel() {
        model = model("hetero_sbt", """
                {"sitename": "host:10000", "fid": 1, "fullname": "host_10000_x1", "importance": 7},
                {"sitename": "guest:9999", "fid": 0, "fullname": "x0", "importance": 3, "importance2": 0.1},
                {"sitename": "guest:9999", "fid": 2, "fullname": "x2", "importance": 1, "importance2": 9}""");
    }

    @Test
    void takesAwayWhatTreesHardlyUse() throws Exception {
        assertThat(left(select("hetero_sbt_filter", "\"threshold\": 0.03", model)))
                .containsExactly("x0", "x2");
        assertThat(left(select("hetero_sbt_filter", "\"threshold\": 2", model))).containsExactly("x0");
        assertThat(left(select("HETERO_SBT_FILTER", "\"filter_type\": \"top_k\", \"threshold\": 1", model)))
                .containsExactly("x0");
        assertThat(left(select("hetero_sbt_filter", "\"filter_type\": \"top_percentile\", \"threshold\": 0.3", model)))
                .as("the next whole number of 1.2")
                .containsExactly("x0", "x2");
    }

    @Test
    void keepsTheMostUsedColumnWhenNoneIsUsedEnough() throws Exception {
        assertThat(left(select("hetero_sbt_filter", "\"threshold\": 100", model)))
                .containsExactly("x0");
    }

    @Test
    void tellsByWhichValuesItDecided() throws Exception {
        Federation.Run run = select(
                "hetero_sbt_filter",
                "\"metrics\": [\"feature_importance\", \"feature_importance\"], \"filter_type\": [\"threshold\", \"top_k\"],"
                        + " \"threshold\": [0.5, 1]",
                model);

        assertThat(left(run)).containsExactly("x0");
        assertThat(run.model(GUEST).param().path("results")).hasSize(2);
        assertThat(run.model(GUEST)
                        .param()
                        .path("results")
                        .path(0)
                        .path("featureValues")
                        .toString())
                .isEqualTo("{\"x0\":3.0,\"x1\":0.0,\"x2\":1.0,\"x3\":0.0}");
        assertThat(run.model(GUEST).meta().path("filterMetas").path(1).toString())
                .contains(
                        "\"metrics\":\"feature_importance\"", "\"filterType\":\"top_k\"", "\"selectFederated\":false");
        assertThat(run.result(GUEST).path("summary").path("hetero_sbt_filter").path("left_col_nums"))
                .isEqualTo(JsonNodeFactory.instance.numberNode(1));
        assertThat(run.record()).as("messages").isEmpty();
    }

    @Test
    void goesByTheTreesThatAnotherComponentGrew() throws Exception {
        assertSelectsAsGrown("hetero_sbt_filter", HeteroSecureBoost::new, "");
    }

    @Test
    void goesByLayersAndMixesOfTrees() throws Exception {
        assertSelectsAsGrown(
                "hetero_fast_sbt_filter",
                HeteroFastSecureBoost::new,
                ", \"work_mode\": \"layered\", \"guest_depth\": 1, \"host_depth\": 1");
        assertSelectsAsGrown(
                "hetero_fast_sbt_filter",
                HeteroFastSecureBoost::new,
                ", \"work_mode\": \"mix\", \"tree_num_per_party\": 1");
    }

    @Test
    void goesByTreesThatAllPartiesHave() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, ARBITER)
                .component(HomoSecureBoost::new)
                .parameters("{\"num_trees\": 1, \"tree_param\": {\"max_depth\": 2}}");
        for (String party : List.of(GUEST, HOST)) {
            federation.input(
                    party,
                    "train_data",
                    ColumnData.of(SILENT, QUARTER).labels(LABELS).at(federation, party));
        }
        Federation.Run grown = federation.run();

        for (String party : List.of(GUEST, HOST)) {
            Federation alone = new Federation(directory, party)
                    .component(HeteroFeatureSelection::new)
                    .parameters(parameters("homo_sbt_filter", "\"threshold\": 0.03"))
                    .model(party, Kind.ISOMETRIC_MODEL, grown.model(party));
            alone.input(party, "data", ColumnData.of(SILENT, QUARTER).at(alone, party));

            assertThat(left(alone.run(), party)).as(party).containsExactly("x1");
        }
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThat(select("hetero_fast_sbt_filter", "\"threshold\": 1", model).failure(GUEST))
                .contains("a filter of guest 9999 needs the model of a HeteroFastSecureBoost");
        assertThat(select("homo_sbt_filter", "\"threshold\": 1", model).failure(GUEST))
                .contains("needs the model of a HomoSecureBoost");
        assertThat(select(
                                "hetero_fast_sbt_filter",
                                "",
                                model("hetero_fast_sbt_mix", ""),
                                model("hetero_fast_sbt_layered", ""))
                        .failure(GUEST))
                .contains("got 2 models of HeteroFastSecureBoost and can't choose");
        assertThat(select("hetero_sbt_filter", "\"take_high\": false", model).failure(GUEST))
                .contains("sbt_param", "take_high must be true");
        assertThat(select("hetero_sbt_filter", "\"metrics\": \"iv\"", model).failure(GUEST))
                .contains("sbt_param", "metrics must be feature_importance");
        assertThat(select(
                                "hetero_sbt_filter",
                                "",
                                model("hetero_sbt", "{\"sitename\": \"guest:9999\", \"fid\": 9, \"importance\": 7}"))
                        .failure(GUEST))
                .contains("the boosting model does not name its column 9");
        ((ObjectNode) model.param().path("featureNameFidMapping")).remove("3");
        assertThat(select("hetero_sbt_filter", "", model).failure(GUEST))
                .contains("the boosting model knows nothing of column x3 of guest 9999");
    }

    /** The guest's x1 and the host's x2 tell classes apart together only. */
    private void assertSelectsAsGrown(String filter, Callable<Component> boosting, String more) throws Exception {
        double[] classes = {0, 0, 0, 0, 0, 0, 1, 1};
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(boosting)
                .parameters("{\"num_trees\": 2, \"tree_param\": {\"max_depth\": 2}, \"n_iter_no_change\": false,"
                        + " \"encrypt_param\": {\"key_length\": 1024}" + more + "}");
        federation.input(
                GUEST,
                "train_data",
                ColumnData.of(SILENT, HALF, SILENT).labels(classes).at(federation, GUEST));
        federation.input(
                HOST, "train_data", ColumnData.of(SILENT, SILENT, OTHER_HALF).at(federation, HOST));
        Federation.Run grown = federation.run();
        Federation selection = new Federation(directory, GUEST, HOST)
                .component(HeteroFeatureSelection::new)
                .parameters(parameters(filter, "\"threshold\": 0.03"))
                .model(GUEST, Kind.ISOMETRIC_MODEL, grown.model(GUEST))
                .model(HOST, Kind.ISOMETRIC_MODEL, grown.model(HOST));
        selection.input(GUEST, "data", ColumnData.of(SILENT, HALF, SILENT).at(selection, GUEST));
        selection.input(HOST, "data", ColumnData.of(SILENT, SILENT, OTHER_HALF).at(selection, HOST));

        Federation.Run run = selection.run();

        assertThat(left(run, GUEST)).containsExactly("x1");
        assertThat(left(run, HOST)).containsExactly("x2");
    }

    private Federation.Run select(String filter, String rule, Model... models) throws Exception {
        Federation federation = new Federation(directory, GUEST)
                .component(HeteroFeatureSelection::new)
                .parameters(parameters(filter, rule));
        for (Model each : models) {
            federation.model(GUEST, Kind.ISOMETRIC_MODEL, each);
        }
        return federation
                .input(
                        GUEST,
                        "data",
                        ColumnData.of(SILENT, HALF, QUARTER, SILENT).at(federation, GUEST))
                .run();
    }

    private static String parameters(String filter, String rule) {
        return "{\"filter_methods\": [\"" + filter + "\"], \"sbt_param\": {" + rule + "}}";
    }

    private static Model model(String name, String importances) {
        try {
            return new Model(
                    "HeteroSecureBoost",
                    "HeteroSecureBoostingTreeGuestMeta",
                    JsonNodeFactory.instance.objectNode(),
                    "HeteroSecureBoostingTreeGuestParam",
                    (ObjectNode) new ObjectMapper()
                            .readTree("{\"modelName\": \"" + name
                                    + "\", \"featureNameFidMapping\": {\"0\": \"x0\", \"1\": \"x1\", \"2\": \"x2\","
                                    + " \"3\": \"x3\"}, \"featureImportances\": [" + importances + "]}"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> left(Federation.Run run) throws IOException {
        return left(run, GUEST);
    }

    private static List<String> left(Federation.Run run, String party) throws IOException {
        return DataSet.load(run.federation().tables(party), run.output(party, "data"))
                .header();
    }
}
