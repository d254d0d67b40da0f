package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput.Kind;
import io.fateflow.worker.component.binning.HeteroFeatureBinning;
import io.fateflow.worker.component.columns.ColumnData;
import io.fateflow.worker.component.columns.CorpusConfs;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

class HeteroFeatureSelectionTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String OTHER_HOST = "host:10001";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @TempDir
    Path directory;

    @Test
    void takesAwayWhatTheUserNames() throws Exception {
        assertThat(left(local("{\"manually_param\": {\"filter_out_indexes\": [0], \"filter_out_names\": [\"x2\"]}}")))
                .containsExactly("x1", "x3");
        assertThat(left(local("{\"manually_param\": {\"left_col_indexes\": [3], \"left_col_names\": [\"x1\"]}}")))
                .containsExactly("x1", "x3");
        assertThat(left(local("{\"filter_methods\": [\"manually\"]}"))).containsExactly("x0", "x1", "x2", "x3");
    }

    @Test
    void overlooksColumnsToTakeAwayThatAnotherPartyHas() throws Exception {
        assertThat(left(local("{\"manually_param\": {\"filter_out_names\": [\"income\", \"x1\"]}}")))
                .containsExactly("x0", "x2", "x3");
    }

    @Test
    void takesAwayNothingThatIsNotSelected() throws Exception {
        assertThat(left(local(
                        "{\"select_names\": [\"x0\", \"x1\"], \"manually_param\": {\"filter_out_indexes\": [1, 2]}}")))
                .containsExactly("x0", "x2", "x3");
    }

    @Test
    void keepsTheBestColumnWhenNoneWouldStay() throws Exception {
        Federation federation = federation(
                "{\"filter_methods\": [\"iv_value_thres\"], \"iv_value_param\": {\"value_threshold\": 9}}",
                List.of(0.1, 0.4, 0.3, 0.2),
                List.of(0.5, 0.6));

        Federation.Run run = federation.run();

        assertThat(left(run, GUEST)).containsExactly("x1");
        assertThat(left(run, HOST)).containsExactly("x1");
    }

    @Test
    void decidesForTheHostByTheIvThatTheGuestKnows() throws Exception {
        Federation federation = federation(
                "{\"filter_methods\": [\"iv_filter\"], \"iv_param\": {\"threshold\": 0.3, \"host_thresholds\": [0.55]}}",
                List.of(0.1, 0.4, 0.3, 0.2),
                List.of(0.5, 0.6));

        Federation.Run run = federation.run();

        assertThat(left(run, GUEST)).containsExactly("x1", "x2");
        assertThat(left(run, HOST)).containsExactly("x1");
        assertThat(run.record())
                .extracting(message -> message.variable().replaceAll(".*\\.", "") + " " + message.tag() + " "
                        + new String(message.bytes(), StandardCharsets.UTF_8))
                .containsExactly(
                        "host_select_cols fit.0.0 [\"host_10000_x0\",\"host_10000_x1\"]",
                        "result_left_cols fit.0.0 [\"host_10000_x1\"]");
        JsonNode result = run.model(GUEST).param().path("results").path(0);
        assertThat(result.path("filterName").asText()).isEqualTo("iv_threshold");
        assertThat(result.path("hostFeatureValues")
                        .path(0)
                        .path("featureValues")
                        .path("host_10000_x1")
                        .asDouble())
                .isEqualTo(0.6);
        assertThat(result.path("hostLeftCols").path(0).path("leftCols").toString())
                .isEqualTo("{\"host_10000_x1\":true}");
        assertThat(run.model(HOST).param().path("results").path(0).path("hostLeftCols"))
                .isEmpty();
    }

    @Test
    void takesTheHighestOfAllParties() throws Exception {
        assertThat(bothSides("iv_top_k", "\"iv_top_k_param\": {\"k\": 3}")).isEqualTo("[x1] [x0, x1]");
        assertThat(bothSides("iv_percentile", "\"iv_percentile_param\": {\"percentile_threshold\": 0.5}"))
                .isEqualTo("[x1] [x0, x1]");
        assertThat(bothSides("iv_percentile", "\"iv_percentile_param\": {\"percentile_threshold\": 0.6}"))
                .isEqualTo("[x1, x2] [x0, x1]");
        assertThat(bothSides(
                        "iv_filter",
                        "\"iv_param\": {\"filter_type\": \"top_k\", \"threshold\": 1, \"metrics\": \"iv\"}"))
                .isEqualTo("[x1] [x1]");
    }

    @Test
    void letsHostsKeepAllWithoutFederation() throws Exception {
        assertThat(bothSides("iv_top_k", "\"iv_top_k_param\": {\"k\": 2, \"local_only\": true}"))
                .isEqualTo("[x1, x2] [x0, x1]");
    }

    @Test
    void appliesFiltersAndMetricsInTheirOrder() throws Exception {
        Federation federation = federation("""
                {"filter_methods": ["manually", "iv_filter"], "manually_param": {"filter_out_indexes": [1]},
                 "iv_param": {"metrics": ["iv", "iv"], "filter_type": ["threshold", "top_k"],
                              "threshold": [0.15, 2], "host_thresholds": [[0.01], null]}}
                """, List.of(0.1, 0.4, 0.3, 0.2), List.of(0.02, 0.6));

        Federation.Run run = federation.run();

        // x1 is gone first; then x0 of the guest; then all but two
        assertThat(left(run, GUEST)).containsExactly("x2", "x3");
        assertThat(left(run, HOST)).containsExactly("x0");
        assertThat(run.result(GUEST).path("summary").path("manually").toString())
                .isEqualTo("{\"last_col_nums\":4,\"left_col_nums\":3,\"left_col_names\":[\"x0\",\"x2\",\"x3\"]}");
        assertThat(run.result(GUEST)
                        .path("summary")
                        .path("all")
                        .path("left_col_nums")
                        .asInt())
                .isEqualTo(2);
        assertThat(run.model(GUEST).param().path("colNames").toString()).isEqualTo("[\"x2\",\"x3\",\"x0\",\"x1\"]");
        assertThat(run.model(GUEST).meta().path("filterMetas")).hasSize(3);
    }

    @Test
    void decidesForEveryHost() throws Exception {
        Federation federation = new Federation(directory, GUEST, HOST, OTHER_HOST)
                .component(HeteroFeatureSelection::new)
                .parameters("""
                        {"filter_methods": ["iv_value_thres"],
                         "iv_value_param": {"value_threshold": 0.3, "host_thresholds": [0.5, 0.1]}}
                        """);
        federation.input(GUEST, "data", columns(2).at(federation, GUEST));
        federation.input(HOST, "data", columns(2).at(federation, HOST));
        federation.input(OTHER_HOST, "data", columns(2).at(federation, OTHER_HOST));
        federation.model(
                GUEST,
                Kind.ISOMETRIC_MODEL,
                binning(List.of(0.2, 0.4), List.of(List.of(0.4, 0.6), List.of(0.2, 0.05))));

        Federation.Run run = federation.run();

        assertThat(left(run, GUEST)).containsExactly("x1");
        assertThat(left(run, HOST)).containsExactly("x1");
        assertThat(left(run, OTHER_HOST)).containsExactly("x0");
        assertThat(run.model(GUEST).param().path("hostColNames").toString())
                .isEqualTo("[{\"colNames\":[\"host_10000_x1\",\"host_10000_x0\"],\"partyId\":\"10000\"},"
                        + "{\"colNames\":[\"host_10001_x0\",\"host_10001_x1\"],\"partyId\":\"10001\"}]");
    }

    @Test
    void takesAwayColumnsThatHardlyVary() throws Exception {
        ColumnData data = ColumnData.of(new double[] {1, 1, 1}, new double[] {1, 2, 9}, new double[] {10, 10, 11});

        assertThat(left(local("{\"filter_methods\": [\"unique_value\"]}", data)))
                .containsExactly("x1", "x2");
        assertThat(left(local(
                        "{\"filter_methods\": [\"coefficient_of_variation_value_thres\"],"
                                + " \"variance_coe_param\": {\"value_threshold\": 0.5}}",
                        data)))
                .containsExactly("x1");
        assertThat(left(local(
                        "{\"filter_methods\": [\"statistic_filter\"],"
                                + " \"statistic_param\": {\"metrics\": [\"variance\", \"max\"],"
                                + " \"filter_type\": [\"threshold\", \"top_k\"], \"threshold\": [0.1, 1],"
                                + " \"take_high\": [true, false]}}",
                        data)))
                .containsExactly("x1");
        assertThat(left(local(
                        "{\"filter_methods\": [\"outlier_cols\"], \"outlier_param\": {\"upper_threshold\": 10}}",
                        data)))
                .containsExactly("x0", "x1");
        assertThat(left(local(
                        "{\"filter_methods\": [\"percentage_value\"],"
                                + " \"percentage_value_param\": {\"upper_pct\": 0.5}}",
                        data)))
                .containsExactly("x1", "x2");
    }

    @Test
    void prefersTheStatisticsOfAModel() throws Exception {
        ObjectNode param = (ObjectNode) new ObjectMapper().readTree("""
                {"modelName": "statistic_model", "selfValues": {"results": [
                  {"valueName": "skewness", "values": [0.1, 5, 0.2, 7], "colNames": ["x0", "x1", "x2", "x3"]}]}}
                """);
        Federation federation = localFederation(
                        "{\"filter_methods\": [\"statistic_filter\"],"
                                + " \"statistic_param\": {\"metrics\": \"skewness\", \"take_high\": false}}",
                        columns(4))
                .model(
                        GUEST,
                        Kind.ISOMETRIC_MODEL,
                        new Model("DataStatistics", "StatisticMeta", JSON.objectNode(), "ModelParam", param));

        assertThat(left(federation.run())).containsExactly("x0", "x2");
    }

    @Test
    void takesAwayWhatABetterColumnSaysAlready() throws Exception {
        // guest's x0 with x1, and x1 with the host's x1
        Model pearson = pearson("""
                {"modelName": "HeteroPearson", "party": "(guest,9999)", "parties": ["(guest,9999)", "(host,10000)"],
                 "shape": 3, "shapes": [3, 2], "allNames": [{"names": ["x0", "x1", "x2"]},
                   {"names": ["host_10000_x0", "host_10000_x1"]}],
                 "localCorr": [1, -0.9, "NaN", -0.9, 1, 0, "NaN", 0, 1],
                 "corr": [0.1, 0.0, 0.2, 0.95, 0.0, 0.3], "localVif": [7, 2, 1]}
                """);
        String parameters =
                "{\"filter_methods\": [\"correlation_filter\"], \"correlation_param\": {\"threshold\": 0.8}}";

        Federation.Run hostIsBetter = federation(parameters, List.of(0.1, 0.4, 0.3), List.of(0.5, 0.6))
                .model(GUEST, Kind.ISOMETRIC_MODEL, pearson)
                .run();
        Federation.Run guestIsBetter = federation(parameters, List.of(0.1, 0.7, 0.3), List.of(0.5, 0.6))
                .model(GUEST, Kind.ISOMETRIC_MODEL, pearson)
                .run();

        assertThat(left(hostIsBetter, GUEST)).containsExactly("x0", "x2");
        assertThat(left(hostIsBetter, HOST)).containsExactly("x0", "x1");
        assertThat(left(guestIsBetter, GUEST)).containsExactly("x1", "x2");
        assertThat(left(guestIsBetter, HOST)).containsExactly("x0");
    }

    @Test
    void takesAwayColumnsThatOthersExplain() throws Exception {
        Model pearson = pearson("""
                {"modelName": "HeteroPearson", "party": "(guest,9999)", "parties": ["(guest,9999)"],
                 "allNames": [{"names": ["x0", "x1", "x2", "x3"]}], "localVif": [7, 2, 5, "NaN"]}
                """);

        assertThat(left(localFederation("{\"filter_methods\": [\"vif_filter\"]}", columns(4))
                        .model(GUEST, Kind.ISOMETRIC_MODEL, pearson)
                        .run()))
                .containsExactly("x1", "x2");
    }

    @Test
    void takesAwayColumnsThatAreNotStable() throws Exception {
        Model psi = new Model("PSI", "PSIMeta", JsonNodeFactory.instance.objectNode(), "PSIParam", (ObjectNode)
                new ObjectMapper().readTree("""
                        {"modelName": "psi", "totalScore": {"x0": 0.05, "x1": 0.3, "x2": 0.1, "x3": 1.2}}"""));
        String threshold = "{\"filter_methods\": [\"psi_filter\"], \"psi_param\": {\"take_high\": false,"
                + " \"metrics\": \"psi\", \"filter_type\": \"threshold\", \"threshold\": 0.1}}";
        String best = "{\"filter_methods\": [\"psi_filter\"], \"psi_param\": {\"take_high\": false,"
                + " \"filter_type\": \"top_k\", \"threshold\": 3}}";

        assertThat(left(localFederation(threshold, columns(4))
                        .model(GUEST, Kind.ISOMETRIC_MODEL, psi)
                        .run()))
                .containsExactly("x0", "x2");
        assertThat(left(localFederation(best, columns(4))
                        .model(GUEST, Kind.ISOMETRIC_MODEL, psi)
                        .run()))
                .containsExactly("x0", "x1", "x2");
    }

    @Test
    void mergesTheIvOfSeveralClasses() throws Exception {
        Model model = binning(List.of(0.1, 0.4), List.of());
        ((ArrayNode) model.param().path("multiClassResult").path("results"))
                .add(binning(List.of(0.7, 0.2), List.of())
                        .param()
                        .path("multiClassResult")
                        .path("results")
                        .path(0));
        Map<String, String> expected = Map.of("average", "x0", "max", "x0", "min", "x1");
        for (Map.Entry<String, String> merge : expected.entrySet()) {
            Federation federation = localFederation(
                            "{\"filter_methods\": [\"iv_filter\"], \"iv_param\": {\"filter_type\": \"top_k\","
                                    + " \"threshold\": 1, \"mul_class_merge_type\": \"" + merge.getKey() + "\"}}",
                            columns(2))
                    .model(GUEST, Kind.ISOMETRIC_MODEL, model);

            assertThat(left(federation.run())).as(merge.getKey()).containsExactly(merge.getValue());
        }
    }

    @Test
    void selectsFromOtherDataByAModel() throws Exception {
        Model model =
                local("{\"manually_param\": {\"filter_out_indexes\": [0]}}").model(GUEST);
        Federation federation = localFederation("{}", columns(4)).model(GUEST, Kind.MODEL, model);

        assertThat(left(federation.run())).containsExactly("x1", "x2", "x3");
        assertThat(localFederation("{}", columns(3))
                        .model(GUEST, Kind.MODEL, model)
                        .run()
                        .failure(GUEST))
                .contains("the data of guest 9999 has no column x3, which the model selects");
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThat(local("{\"filter_methods\": [\"iv_value_thres\"]}").failure(GUEST))
                .contains("a filter of guest 9999 needs the model of a HeteroFeatureBinning");
        assertThat(local("{\"filter_methods\": [\"lasso_filter\"]}").failure(GUEST))
                .contains("filter_methods asks for lasso_filter, which is none of manually");
        assertThat(local("{\"filter_methods\": [\"psi_filter\"]}").failure(GUEST))
                .contains("needs the model of a PSI");
        assertThat(local("{\"psi_param\": {\"take_high\": true}}").failure(GUEST))
                .contains("psi_param", "take_high must be false");
        assertThat(local("{\"select_names\": [\"income\"]}").failure(GUEST))
                .contains("select_names asks for column income, which the data of guest 9999 does not have");
        assertThat(local("{\"manually_param\": {\"left_col_names\": [\"income\"]}}")
                        .failure(GUEST))
                .contains("left_col_names asks for column income");
        assertThat(local("{\"iv_param\": {\"take_high\": false}}").failure(GUEST))
                .contains("take_high must be true");
        assertThat(local("{\"filter_methods\": [\"statistic_filter\"], \"statistic_param\": {\"metrics\": \"skew\"}}")
                        .failure(GUEST))
                .contains("no DataStatistics model has the statistic skew of column x0 of guest 9999");
        assertThat(localFederation("{\"filter_methods\": [\"iv_value_thres\"]}", columns(4))
                        .model(GUEST, Kind.ISOMETRIC_MODEL, binning(List.of(0.5), List.of()))
                        .run()
                        .failure(GUEST))
                .contains("the binning model has no iv of column x1 of guest 9999");
        assertThat(local("{\"iv_param\": {\"threshold\": [1, 2]}}").failure(GUEST))
                .contains("threshold must be one value, or as many as metrics has");
    }

    @Test
    void readsTheParametersOfFatesExamples() throws Exception {
        List<CorpusConfs.Given> examples = CorpusConfs.of("hetero_feature_selection");

        assertThat(examples).isNotEmpty();
        for (CorpusConfs.Given example : examples) {
            assertThatCode(() -> SelectionParameters.read(example.parameters(), example.hosts()))
                    .as(example.file() + " at " + example.party())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void selectsByTheModelThatBinningLeaves() throws Exception {
        double[] labels = {0, 0, 0, 0, 1, 1, 1, 1};
        double[] telling = {1, 2, 3, 4, 5, 6, 7, 8};
        double[] silent = {1, 5, 2, 6, 1, 5, 2, 6};
        ColumnData guest = ColumnData.of(telling, silent).labels(labels);
        ColumnData host = ColumnData.of(silent, telling, silent);
        Federation binning = new Federation(directory, GUEST, HOST)
                .component(HeteroFeatureBinning::new)
                .parameters("{\"bin_num\": 2, \"encrypt_param\": {\"key_length\": 1024}}");
        binning.input(GUEST, "data", guest.at(binning, GUEST));
        binning.input(HOST, "data", host.at(binning, HOST));
        Federation.Run binned = binning.run();
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroFeatureSelection::new)
                .parameters(
                        "{\"filter_methods\": [\"iv_value_thres\"], \"iv_value_param\": {\"value_threshold\": 0.1}}")
                .model(GUEST, Kind.ISOMETRIC_MODEL, binned.model(GUEST))
                .model(HOST, Kind.ISOMETRIC_MODEL, binned.model(HOST));
        federation.input(GUEST, "data", binned.output(GUEST, "data"));
        federation.input(HOST, "data", binned.output(HOST, "data"));

        Federation.Run run = federation.run();

        assertThat(left(run, GUEST)).containsExactly("x0");
        assertThat(left(run, HOST)).containsExactly("x1");
    }

    private String bothSides(String method, String parameters) throws Exception {
        Federation.Run run = federation(
                        "{\"filter_methods\": [\"" + method + "\"], " + parameters + "}",
                        List.of(0.1, 0.4, 0.3, 0.2),
                        List.of(0.5, 0.6))
                .run();
        return left(run, GUEST) + " " + left(run, HOST);
    }

    private Federation federation(String parameters, List<Double> guestIv, List<Double> hostIv) throws IOException {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(HeteroFeatureSelection::new)
                .parameters(parameters);
        federation.input(GUEST, "data", columns(guestIv.size()).at(federation, GUEST));
        federation.input(HOST, "data", columns(hostIv.size()).at(federation, HOST));
        return federation.model(GUEST, Kind.ISOMETRIC_MODEL, binning(guestIv, List.of(hostIv)));
    }

    private Federation localFederation(String parameters, ColumnData data) throws IOException {
        Federation federation = new Federation(directory, GUEST)
                .component(HeteroFeatureSelection::new)
                .parameters(parameters);
        return federation.input(GUEST, "data", data.at(federation, GUEST));
    }

    private Federation.Run local(String parameters) throws Exception {
        return local(parameters, columns(4));
    }

    private Federation.Run local(String parameters, ColumnData data) throws Exception {
        return localFederation(parameters, data).run();
    }

    private static ColumnData columns(int count) {
        return ColumnData.of(DoubleStream.iterate(0, i -> i + 1)
                .limit(count)
                .mapToObj(i -> new double[] {i, i + 1, i * i})
                .toArray(double[][]::new));
    }

    private static List<String> left(Federation.Run run) throws IOException {
        return left(run, GUEST);
    }

    private static List<String> left(Federation.Run run, String party) throws IOException {
        return DataSet.load(run.federation().tables(party), run.output(party, "data"))
                .header();
    }

    private static Model binning(List<Double> guestIv, List<List<Double>> hostsIv) {
        ObjectNode param = JSON.objectNode().put("modelName", "binning_model");
        ObjectNode multi = param.putObject("multiClassResult");
        add(multi.putArray("results"), "9999", "x", guestIv);
        ArrayNode hosts = multi.putArray("hostResults");
        for (int host = 0; host < hostsIv.size(); host++) {
            String id = Integer.toString(10000 + host);
            add(hosts, id, "host_" + id + "_x", hostsIv.get(host));
        }
        return new Model("HeteroFeatureBinning", "FeatureBinningMeta", JSON.objectNode(), "FeatureBinningParam", param);
    }

    private static void add(ArrayNode results, String partyId, String prefix, List<Double> ivs) {
        ObjectNode result = results.addObject().put("partyId", partyId);
        ObjectNode columns = result.putObject("binningResult");
        for (int i = 0; i < ivs.size(); i++) {
            columns.putObject(prefix + i)
                    .put("iv", ivs.get(i))
                    .putArray("woeArray")
                    .add(0.0);
        }
    }

    private static Model pearson(String param) throws IOException {
        return new Model("HeteroPearson", "PearsonModelMeta", JSON.objectNode(), "PearsonModelParam", (ObjectNode)
                new ObjectMapper().readTree(param));
    }
}
