package io.fateflow.webapp.model.convert;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import io.fateflow.engine.model.ComponentModel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConvertedModelsTest {

    private static final String META = """
            {"taskType": "classification", "learningRate": 0.5, "numTrees": 1,
             "treeMeta": {"useMissing": true, "zeroAsMissing": false, "maxDepth": 3,
                          "criterionMeta": {"criterionParam": [0.1, 0.0]}}}""";

    /** The root is the guest's, its left child the host's. */
    private static final String GUEST = """
            {"featureNameFidMapping": {"0": "g0", "1": "g1"}, "classes": ["0", "1"], "treeDim": 1, "initScore": [0.0],
             "trees": [{"splitMaskdict": {"0": 1.5}, "missingDirMaskdict": {"0": 1}, "leafCount": {},
               "tree": [
                 {"id": 0, "fid": 1, "isLeaf": false, "leftNodeid": 1, "rightNodeid": 2, "weight": 0.5},
                 {"id": 1, "fid": -1, "isLeaf": false, "leftNodeid": 3, "rightNodeid": 4, "weight": 0.25},
                 {"id": 2, "isLeaf": true, "weight": 1.0},
                 {"id": 3, "isLeaf": true, "weight": -2.0},
                 {"id": 4, "isLeaf": true, "weight": 3.0}]}]}""";

    private static final String HOST = """
            {"featureNameFidMapping": {"0": "h0"}, "anonymousNameMapping": {"host_10000_x0": "h0"},
             "trees": [{"splitMaskdict": {"1": 7.5}, "missingDirMaskdict": {"1": -1},
               "tree": [{"id": 0, "fid": -1}, {"id": 1, "fid": 0}, {"id": 2}, {"id": 3}, {"id": 4}]}]}""";

    @Test
    void treesOfAllPartiesAreOneFileOfLightGbm() {
        BoostedTrees trees = BoostedTrees.of(model("HeteroSecureBoost", META, GUEST), List.of(host()), true);

        String text = LightGbmText.of(trees);

        assertThat(text.lines())
                .contains(
                        "objective=binary sigmoid:1",
                        "feature_names=g0 g1 h0_host_10000",
                        "split_feature=1 2",
                        "threshold=1.5 7.5",
                        // of NaN: to the right at the guest's, to the left at the host's
                        "decision_type=8 10",
                        "left_child=1 -2",
                        "right_child=-1 -3",
                        // in the order in which splits name them, times the learning rate
                        "leaf_value=0.5 -1.0 1.5",
                        "num_leaves=3");
        assertThat(BoostedTrees.of(model("x", META, GUEST), List.of(host()), false)
                        .names())
                .containsExactly("g0", "g1", "h0");
    }

    @Test
    void aSplitThatNobodyKnowsIsNotGuessed() {
        assertThatThrownBy(() -> BoostedTrees.of(model("x", META, GUEST), List.of(), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FFB-5290")
                .hasMessageContaining("host_party_ids");
        assertThatThrownBy(() -> BoostedTrees.of(
                        model("x", META, GUEST.replace("\"rightNodeid\": 4", "\"rightNodeid\": 9")),
                        List.of(host()),
                        false))
                .hasMessageContaining("leads nowhere");
    }

    @Test
    void pmmlScoresAsTheTreesDo() throws Exception {
        BoostedTrees trees = BoostedTrees.of(model("x", META, GUEST), List.of(host()), false);

        Element node = (Element)
                parse(Pmml.of(trees, "y")).getElementsByTagName("Node").item(0);

        assertThat(score(node, Double.NaN, 2.0, 0)).isEqualTo(0.5);
        assertThat(score(node, 0, 1.5, 7.6)).isEqualTo(1.5);
        assertThat(score(node, 0, 1.0, 7.5)).isEqualTo(-1.0);
        assertThat(score(node, 0, Double.NaN, 0))
                .as("to the right without a value")
                .isEqualTo(0.5);
        assertThat(score(node, 0, 1.0, Double.NaN))
                .as("to the left without a value")
                .isEqualTo(-1.0);
    }

    @Test
    void pmmlTellsTheProbabilityOfEachClass() throws Exception {
        NodeList results = ((Element)
                        parse(Pmml.of(BoostedTrees.of(model("x", META, GUEST), List.of(host()), false), "y"))
                                .getElementsByTagName("Output")
                                .item(0))
                .getElementsByTagName("OutputField");

        assertThat(results.getLength()).isEqualTo(2);
        assertThat(((Element) results.item(1)).getAttribute("name")).isEqualTo("probability_1");
        assertThat(((Element) results.item(1)).getAttribute("feature")).isEqualTo("probability");
        assertThat(((Element) results.item(1)).getAttribute("value")).isEqualTo("1");
    }

    @Test
    void pmmlIsNotWrittenIfTwoColumnsHaveOneName() {
        ComponentModel host = model("HeteroSecureBoost", "{}", HOST.replace("\"h0\"", "\"g0\""));

        assertThatThrownBy(() -> Pmml.of(BoostedTrees.of(model("x", META, GUEST), List.of(host), false), "y"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FFB-5290")
                .hasMessageContaining("two are called g0")
                .hasMessageContaining("host_rename");
        assertThatThrownBy(() -> Pmml.of(BoostedTrees.of(model("x", META, GUEST), List.of(host()), false), "h0"))
                .hasMessageContaining("target_name");
        assertThat(Pmml.of(BoostedTrees.of(model("x", META, GUEST), List.of(host), true), "y"))
                .contains("g0_host_10000");
    }

    @Test
    void aTreeForAllClassesIsATreeForEach() {
        String guest = GUEST.replace("[\"0\", \"1\"]", "[\"0\", \"1\", \"2\"]")
                .replace("[0.0]", "[0.0, 0.0, 0.0]")
                .replaceAll("\"weight\": (-?[0-9.]+)", "\"weight\": -1.0, \"moWeight\": [$1, 0.25, -$1]")
                .replace("--", "");

        String text = LightGbmText.of(BoostedTrees.of(model("x", META, guest), List.of(host()), false));

        assertThat(text.lines())
                .contains(
                        "num_class=3",
                        "num_tree_per_iteration=3",
                        "leaf_value=0.5 -1.0 1.5",
                        "leaf_value=0.125 0.125 0.125",
                        "leaf_value=-0.5 1.0 -1.5");
    }

    /** PMML's own rules, for a tree: the first child whose predicate holds, or the default one. */
    private static double score(Element node, double... row) {
        if (node.hasAttribute("score")) {
            return Double.parseDouble(node.getAttribute("score"));
        }
        NodeList children = node.getChildNodes();
        Element byDefault = null;
        for (int place = 0; place < children.getLength(); place++) {
            Element child = (Element) children.item(place);
            if (child.getTagName().equals("Node")) {
                if (child.getAttribute("id").equals(node.getAttribute("defaultChild"))) {
                    byDefault = child;
                }
                Optional<Boolean> holds = holds((Element) child.getFirstChild(), row);
                if (holds.isEmpty()) {
                    continue;
                }
                if (holds.get()) {
                    return score(child, row);
                }
            }
        }
        return score(java.util.Objects.requireNonNull(byDefault), row);
    }

    private static Optional<Boolean> holds(Element predicate, double... row) {
        double value = row[List.of("g0", "g1", "h0").indexOf(predicate.getAttribute("field"))];
        double threshold = Double.parseDouble(predicate.getAttribute("value"));
        return Double.isNaN(value)
                ? Optional.empty()
                : Optional.of(predicate.getAttribute("operator").equals("lessOrEqual") == value <= threshold);
    }

    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(UTF_8)));
    }

    @Test
    void severalClassesHaveAScoreEach() throws Exception {
        String meta = "{\"needOneVsRest\": true, \"fitIntercept\": true}";
        String single = "{\"header\": [\"%s\"], \"weight\": {\"%s\": 1.5}, \"intercept\": 0.5, \"iters\": 1}";
        String classes =
                "{\"oneVsRestResult\": {\"oneVsRestClasses\": [\"1\", \"2\", \"3\"], \"completedModels\": [%s]}}";
        ComponentModel guest = model(
                "HeteroLR",
                meta,
                classes.formatted(String.join(
                        ",", single.formatted("g", "g"), single.formatted("g", "g"), single.formatted("g", "g"))));
        ComponentModel host = model(
                "HeteroLR",
                meta,
                classes.formatted(String.join(
                        ",", single.formatted("h", "h"), single.formatted("h", "h"), single.formatted("h", "h"))));

        LogisticModel merged = LogisticModel.of(guest).with(LogisticModel.of(host), true, true);

        assertThat(merged.header()).containsExactly("guest_g", "host_h");
        Document pmml = parse(Pmml.of(merged, "label"));
        assertThat(pmml.getElementsByTagName("Segment").getLength()).isEqualTo(4);
        assertThat(((Element) pmml.getElementsByTagName("RegressionModel").item(3)).getAttribute("normalizationMethod"))
                .isEqualTo("simplemax");
    }

    @Test
    void anEncryptedWeightIsSaidNotGuessed() {
        assertThatThrownBy(() -> LogisticModel.of(model("HomoLR", "{}", "{\"header\": [\"x\"], \"weight\": {}}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FFB-5290");
    }

    @Test
    void otherPartiesStandWhereverOneStands() {
        OtherParties parties = OtherParties.of(
                tree("{\"guest\": [9999], \"host\": [1, 2]}"), tree("{\"guest\": [5], \"host\": [6, 7]}"));
        ComponentModel trees = new Migration(parties).of(model("HeteroSecureBoost", META, """
                {"featureNameFidMapping": {"0": "host_1_x0"}, "treePlan": ["host_tree_2", "guest_tree_-1"],
                 "featureImportances": [{"sitename": "host:2", "fullname": "host_2_x0"},
                                        {"sitename": "guest:9999", "fullname": "host_1_x0"}],
                 "trees": [{"tree": [{"sitename": "guest:9999"}, {"sitename": "host:1"}]}]}"""));

        assertThat(trees.param()).isEqualTo(tree("""
                {"featureNameFidMapping": {"0": "host_1_x0"}, "treePlan": ["host_tree_7", "guest_tree_-1"],
                 "featureImportances": [{"sitename": "host:7", "fullname": "host_7_x0"},
                                        {"sitename": "guest:5", "fullname": "host_1_x0"}],
                 "trees": [{"tree": [{"sitename": "guest:5"}, {"sitename": "host:6"}]}]}"""));
        assertThat(new Migration(parties).of(model("HeteroPearson", "{}", """
                                {"party": "(host,2)", "parties": ["(guest,9999)", "(host,2)"],
                                 "anonymousMap": [{"anonymous": "host_2_x0", "name": "a"}],
                                 "allNames": [{"names": ["own_name_of_mine", "host_2_x0"]}]}""")).param())
                .isEqualTo(tree("""
                        {"party": "(host, 7)", "parties": ["(guest, 5)", "(host, 7)"],
                         "anonymousMap": [{"anonymous": "host_7_x0", "name": "a"}],
                         "allNames": [{"names": ["own_name_of_mine", "host_7_x0"]}]}"""));
        assertThat(new Migration(parties)
                        .of(model("HeteroFeatureSelection", "{}", """
                                {"hostColNames": [{"colNames": ["host_1_x0"], "partyId": "1"}],
                                 "results": [{"hostFeatureValues": [{"featureValues": {"host_1_x0": 0.5}}],
                                              "hostLeftCols": [{"originalCols": ["host_1_x0"],
                                                                "leftCols": {"host_1_x0": true}}]}],
                                 "colNameToAnonymDict": {"a": "guest_9999_x0"}}"""))
                        .param())
                .isEqualTo(tree("""
                        {"hostColNames": [{"colNames": ["host_6_x0"], "partyId": "6"}],
                         "results": [{"hostFeatureValues": [{"featureValues": {"host_6_x0": 0.5}}],
                                      "hostLeftCols": [{"originalCols": ["host_6_x0"],
                                                        "leftCols": {"host_6_x0": true}}]}],
                         "colNameToAnonymDict": {"a": "guest_5_x0"}}"""));
    }

    private static ComponentModel host() {
        return model("HeteroSecureBoost", "{}", HOST);
    }

    private static ComponentModel model(String module, String meta, String param) {
        return new ComponentModel("c_0", "model", module, "Meta", tree(meta), "Param", tree(param));
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
