package io.fateflow.worker.component.boosting;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.linear.LinearFixture;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.boosting.TreesFixture.BINS;
import static io.fateflow.worker.component.boosting.TreesFixture.ONE_HOST;
import static io.fateflow.worker.component.boosting.TreesFixture.ROWS;
import static io.fateflow.worker.component.boosting.TreesFixture.TWO_HOSTS;
import static io.fateflow.worker.component.boosting.TreesFixture.assertLikePooled;
import static io.fateflow.worker.component.boosting.TreesFixture.cell;
import static io.fateflow.worker.component.boosting.TreesFixture.parameters;
import static io.fateflow.worker.component.boosting.TreesFixture.predictions;
import static io.fateflow.worker.component.boosting.TreesFixture.sites;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.metric;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

@Tag("training")
class HeteroSecureBoostTest {

    private static final double[][] X = TreesFixture.x(4);
    private static final double[] TWO = TreesFixture.classes(X, 2);
    private static final double[] THREE = TreesFixture.classes(X, 3);
    private static final double[] WEIGHTS = TreesFixture.weights();
    private static final double[] NUMBERS = TreesFixture.numbers(X);

    @TempDir
    Path directory;

    @Test
    void tellsTwoClassesApartAsPooledDataWould() throws Exception {
        Federation.Run run = trees().oneHost(
                        parameters(2, ""),
                        "train_data",
                        X,
                        table(part(X, 0, 2), 0).labels(TWO))
                .run();

        PooledTrees pooled = new PooledTrees(X, TWO, ONE_HOST, 2, BINS, 2).train(3);
        assertLikePooled(run, pooled);
        assertThat(pooled.rootColumns()).as("hosts part nodes, too").anyMatch(column -> column >= 2);
        assertThat(sites(run, 0)).contains("guest:9999", "host:10000");
    }

    /** FATE's {@code ModelCheckpoint}: three rounds, of which each second one is kept. */
    @Test
    void keepsTheTreesOfSomeRoundsByThemselves() throws Exception {
        String callback = "\"callback_param\": {\"callbacks\": [\"ModelCheckpoint\"], \"save_freq\": 2}";
        Federation.Run run = trees().oneHost(parameters(2, callback), X, TWO).run();

        for (String party : List.of(GUEST, HOST)) {
            JsonNode checkpoints = run.result(party).path("checkpoints");
            assertThat(checkpoints.findValuesAsText("step_index")).as(party).containsExactly("0", "2");
            JsonNode first =
                    new ObjectMapper().readTree(checkpoints.get(0).path("param").asText());
            JsonNode trees = run.model(party).param().path("trees");
            assertThat(trees).hasSize(3);
            assertThat(first.path("trees")).hasSize(1);
            assertThat(first.path("trees").get(0)).isEqualTo(trees.get(0));
            assertThat(first.path("treeNum").asInt()).isEqualTo(1);
        }
    }

    @Test
    void tellsThreeClassesApartWithATreeForEach() throws Exception {
        Federation.Run run = trees().oneHost(parameters(2, ""), X, THREE).run();

        assertLikePooled(
                run,
                new PooledTrees(X, THREE, ONE_HOST, 3, BINS, 2).weights(WEIGHTS).train(3));
        assertThat(run.model(GUEST).param().path("trees")).hasSize(9);
        assertThat(run.model(GUEST).param().path("treeDim").asInt()).isEqualTo(3);
    }

    @Test
    void oneTreeMayHaveAWeightForEachClass() throws Exception {
        Federation.Run run = trees().oneHost(parameters(2, "\"multi_mode\": \"multi_output\""), X, THREE)
                .run();

        assertLikePooled(
                run,
                new PooledTrees(X, THREE, ONE_HOST, 3, BINS, 2)
                        .weights(WEIGHTS)
                        .vectors()
                        .train(3));
        JsonNode leaf =
                run.model(GUEST).param().path("trees").get(0).path("tree").get(1);
        assertThat(leaf.path("weight").asDouble()).isEqualTo(-1);
        assertThat(leaf.path("moWeight")).hasSize(3);
    }

    @Test
    void estimatesNumbersAsPooledDataWould() throws Exception {
        Federation.Run run = trees().oneHost(
                        parameters(3, "\"task_type\": \"regression\", \"objective_param\": {\"objective\": \"lse\"}"),
                        "train_data",
                        X,
                        table(part(X, 0, 2), 0).numericLabels(NUMBERS))
                .run();

        assertLikePooled(run, new PooledTrees(X, NUMBERS, ONE_HOST, 0, BINS, 3).train(3));
    }

    @Test
    void everyObjectiveOfARegressionLowersItsLoss() throws Exception {
        double[] positive = Arrays.stream(NUMBERS).map(Math::abs).toArray();
        for (String objective :
                List.of("\"lae\"", "\"huber\", \"params\": [1.5]", "\"log_cosh\"", "\"tweedie\", \"params\": [1.5]")) {
            Federation.Run run = trees().oneHost(
                            parameters(
                                    2,
                                    "\"task_type\": \"regression\", \"objective_param\": {\"objective\": " + objective
                                            + "}"),
                            "train_data",
                            X,
                            table(part(X, 0, 2), 0).numericLabels(positive))
                    .run();

            JsonNode losses = run.model(GUEST).param().path("losses");
            assertThat(losses.get(2).asDouble())
                    .as(objective)
                    .isLessThan(losses.get(0).asDouble());
        }
    }

    @Test
    void rowsCountByTheirWeights() throws Exception {
        Federation.Run run = trees().oneHost(parameters(2, ""), X, TWO).run();

        assertLikePooled(
                run,
                new PooledTrees(X, TWO, ONE_HOST, 2, BINS, 2).weights(WEIGHTS).train(3));
    }

    @Test
    void rowsMayWeighLessThanNothing() throws Exception {
        double[] weights = WEIGHTS.clone();
        for (int row = 0; row < weights.length; row += 7) {
            weights[row] = -0.2;
        }
        Federation.Run run = trees().oneHost(
                        parameters(2, ""),
                        "train_data",
                        X,
                        table(part(X, 0, 2), 0).labels(TWO).weights(weights))
                .run();

        assertLikePooled(
                run,
                new PooledTrees(X, TWO, ONE_HOST, 2, BINS, 2).weights(weights).train(3));
    }

    @Test
    void severalHostsGrowTreesTogether() throws Exception {
        Federation.Run run = trees().twoHosts(parameters(3, ""), X, TWO).run();

        assertLikePooled(
                run,
                new PooledTrees(X, TWO, TWO_HOSTS, 2, BINS, 3).weights(WEIGHTS).train(3));
        assertThat(run.model(GUEST).param().path("featureImportances").findValuesAsText("sitename"))
                .contains("guest:9999", "host:10000", "host:10001");
    }

    @Test
    void separateCiphersTeachTheSame() throws Exception {
        Federation.Run run = trees().oneHost(parameters(2, "\"cipher_compress\": false"), X, TWO)
                .run();

        assertLikePooled(
                run,
                new PooledTrees(X, TWO, ONE_HOST, 2, BINS, 2).weights(WEIGHTS).train(3));
    }

    @Test
    void missingValuesGoWhereTheyGainMost() throws Exception {
        double[][] x = withHoles();
        for (boolean zeroMissing : new boolean[] {false, true}) {
            Federation.Run run = trees().oneHost(
                            parameters(3, "\"use_missing\": true, \"zero_as_missing\": " + zeroMissing), x, TWO)
                    .run();

            assertLikePooled(
                    run,
                    new PooledTrees(x, TWO, ONE_HOST, 2, BINS, 3)
                            .weights(WEIGHTS)
                            .missing(zeroMissing)
                            .train(3));
        }
    }

    @Test
    void columnsThatAreMostlyZeroTeachTheSame() throws Exception {
        double[][] x = TreesFixture.x(9);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < 5; column++) {
                x[row][column] = (row + column) % 3 == 0 ? x[row][column] : 0;
            }
        }
        double[] y = TreesFixture.classes(x, 2);

        Federation.Run run = trees().oneHost(parameters(3, ""), x, y).run();

        assertLikePooled(
                run,
                new PooledTrees(x, y, ONE_HOST, 2, BINS, 3).weights(WEIGHTS).train(3));
    }

    @Test
    void completeSecureTreesHaveColumnsOfTheGuestOnly() throws Exception {
        Federation.Run run =
                trees().oneHost(parameters(2, "\"complete_secure\": 2"), X, TWO).run();

        assertLikePooled(
                run,
                new PooledTrees(X, TWO, ONE_HOST, 2, BINS, 2)
                        .weights(WEIGHTS)
                        .guestOnly(2)
                        .train(3));
        assertThat(sites(run, 0)).containsOnly("guest:9999");
        assertThat(sites(run, 1)).containsOnly("guest:9999");
        assertThat(sites(run, 2)).contains("host:10000");
        assertThat(run.record())
                .as("gradients for the last tree only")
                .filteredOn(message -> message.variable().endsWith(".encrypted_grad_and_hess"))
                .hasSize(1);
    }

    @Test
    void layersAlternateBetweenHostAndGuest() throws Exception {
        Federation federation = trees().oneHost(
                        parameters(1, "\"boosting_strategy\": \"layered\", \"guest_depth\": 1, \"host_depth\": 1"),
                        X,
                        TWO);
        Federation.Run run = federation.run();

        JsonNode tree = run.model(GUEST).param().path("trees").get(0).path("tree");
        assertThat(tree.get(0).path("sitename").asText()).isEqualTo("host:10000");
        assertThat(tree.get(1).path("sitename").asText()).isEqualTo("guest:9999");
        assertThat(run.model(GUEST).param().path("treePlan").toString()).isEqualTo("[\"2_-1\",\"2_-1\",\"2_-1\"]");
        assertPredictsTheSame(run, "\"boosting_strategy\": \"layered\", \"guest_depth\": 1, \"host_depth\": 1");
    }

    @Test
    void mixedTreesAreGrownByOneParty() throws Exception {
        Federation.Run run = trees().oneHost(parameters(2, "\"boosting_strategy\": \"mix\""), X, TWO)
                .run();

        assertThat(run.model(GUEST).param().path("treePlan").toString()).isEqualTo("[\"0_-1\",\"1_10000\",\"0_-1\"]");
        assertThat(run.model(HOST).param().path("trees").get(0).path("tree")).isEmpty();
        assertThat(run.model(HOST).param().path("trees").get(1).path("splitMaskdict"))
                .isNotEmpty();
        assertThat(run.record()).as("the host keeps its rows to itself").noneMatch(message -> message.variable()
                .endsWith(".node_positions"));
        JsonNode losses = run.model(GUEST).param().path("losses");
        assertThat(losses.get(1).asDouble()).isLessThan(losses.get(0).asDouble());
        assertPredictsTheSame(run, "\"boosting_strategy\": \"mix\"");
    }

    @Test
    void sampledRowsStandForTheOthers() throws Exception {
        String sampling = "\"run_goss\": true, \"top_rate\": 0.3, \"other_rate\": 0.3,"
                + " \"subsample_feature_rate\": 0.5, \"random_seed\": 7";
        Federation.Run run = trees().oneHost(parameters(2, sampling), X, TWO).run();
        Federation.Run again = trees().oneHost(parameters(2, sampling), X, TWO).run();

        JsonNode losses = run.model(GUEST).param().path("losses");
        assertThat(losses.get(2).asDouble()).isLessThan(losses.get(0).asDouble());
        assertThat(again.model(GUEST).param().path("losses")).isEqualTo(losses);
        assertPredictsTheSame(run, sampling);
    }

    @Test
    void predictsWithAnEarlierModelInClearAndEncrypted() throws Exception {
        Federation.Run run = trees().oneHost(parameters(3, ""), X, TWO).run();

        assertPredictsTheSame(run, "");
        assertPredictsTheSame(run, "\"EINI_inference\": true");

        Federation.Run three = trees().oneHost(parameters(2, "\"multi_mode\": \"multi_output\""), X, THREE)
                .run();
        assertPredictsTheSame(three, "\"EINI_inference\": true");
    }

    @Test
    void encryptedPredictionMayHideTheScores() throws Exception {
        Federation.Run run = trees().twoHosts(parameters(2, ""), X, TWO).run();
        Federation predicting = new Federation(directory, GUEST, HOST, LinearFixture.SECOND_HOST)
                .component(HeteroSecureBoost::new)
                .parameters(parameters(2, "\"EINI_inference\": true, \"EINI_random_mask\": true"));
        predicting
                .input(GUEST, "test_data", table(part(X, 0, 2), 0).labels(TWO).in(predicting, GUEST, "t"))
                .input(HOST, "test_data", table(part(X, 2, 4), 0).in(predicting, HOST, "t"))
                .input(
                        LinearFixture.SECOND_HOST,
                        "test_data",
                        table(part(X, 4, 5), 0).in(predicting, LinearFixture.SECOND_HOST, "t"));
        for (String party : List.of(GUEST, HOST, LinearFixture.SECOND_HOST)) {
            predicting.model(party, ModelInput.Kind.MODEL, run.model(party));
        }

        Map<String, Row> before = predictions(run);
        Map<String, Row> after = predictions(predicting.run());

        List<Double> masks = new ArrayList<>();
        before.forEach((id, row) -> {
            masks.add(logit(requireNonNull(after.get(id), id)) / logit(row));
            assertThat(cell(after, id, 1)).isEqualTo(row.values().get(1));
        });
        assertThat(masks.get(0)).isBetween(1 - 1e-6, 2 + 1e-6);
        assertThat(masks).as("rows stay in their order").allSatisfy(mask -> assertThat(mask)
                .isCloseTo(masks.get(0), offset(1e-6)));
    }

    @Test
    void goesOnWithAnEarlierModel() throws Exception {
        Federation.Run first = trees().oneHost(
                        parameters(2, "").replace("\"num_trees\": 3", "\"num_trees\": 2"), X, TWO)
                .run();
        Federation federation =
                trees().oneHost(parameters(2, "").replace("\"num_trees\": 3", "\"num_trees\": 1"), X, TWO);
        federation.model(GUEST, ModelInput.Kind.MODEL, first.model(GUEST));
        federation.model(HOST, ModelInput.Kind.MODEL, first.model(HOST));

        Federation.Run run = federation.run();

        assertLikePooled(
                run,
                new PooledTrees(X, TWO, ONE_HOST, 2, BINS, 2).weights(WEIGHTS).train(3));
        assertThat(run.model(HOST).param().path("trees")).hasSize(3);
    }

    @Test
    void showsTheResultAsFateDoes() throws Exception {
        Federation.Run run = trees().oneHost(parameters(2, ""), X, TWO).run();

        assertThat(run.model(GUEST).metaName()).isEqualTo("HeteroSecureBoostingTreeGuestMeta");
        assertThat(run.model(HOST).paramName()).isEqualTo("HeteroSecureBoostingTreeHostParam");
        assertThat(run.model(GUEST).meta().path("treeMeta").toString())
                .isEqualTo("{\"criterionMeta\":{\"criterionMethod\":\"xgboost\",\"criterionParam\":[0.1,0.0]},"
                        + "\"maxDepth\":2,\"minImpuritySplit\":0.001,\"minLeafNode\":1,\"minSampleSplit\":2,"
                        + "\"useMissing\":false,\"zeroAsMissing\":false}");
        assertThat(run.model(GUEST).param().fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "anonymousNameMapping",
                        "bestIteration",
                        "classes",
                        "featureImportances",
                        "featureNameFidMapping",
                        "initScore",
                        "losses",
                        "modelName",
                        "numClasses",
                        "treeDim",
                        "treeNum",
                        "treePlan",
                        "trees");
        assertThat(run.model(GUEST).param().path("modelName").asText()).isEqualTo("hetero_sbt");
        assertThat(run.result(GUEST).path("summary").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "loss_history", "best_iteration", "feature_importance", "validation_metrics", "is_converged");
        assertThat(run.result(HOST).path("summary").toString())
                .isEqualTo("{\"best_iteration\":-1,\"is_converged\":false}");
        JsonNode loss = metric(run.result(GUEST), "train", "loss");
        assertThat(loss.path("metric_type").asText()).isEqualTo("LOSS");
        assertThat(loss.path("metas").path("unit_name").asText()).isEqualTo("iters");
        assertThat(loss.path("metas").path("Best").asDouble())
                .isEqualTo(loss.path("data").get(2).get(1).asDouble());
        assertThat(run.result(HOST).path("outputs")).isEmpty();
        Row first = requireNonNull(predictions(run).get("person-0"));
        double score = Double.parseDouble(first.values().get(2));
        assertThat(first.values())
                .containsExactly(
                        TWO[0] == 1 ? "1" : "0",
                        score > 0.5 ? "1" : "0",
                        Double.toString(score),
                        "{\"0\": " + (1 - score) + ", \"1\": " + score + "}",
                        "train");
        int splits = 0;
        for (JsonNode tree : run.model(GUEST).param().path("trees")) {
            for (JsonNode node : tree.path("tree")) {
                splits += node.path("isLeaf").asBoolean() ? 0 : 1;
            }
        }
        double important = 0;
        for (JsonNode each : run.model(GUEST).param().path("featureImportances")) {
            important += each.path("importance").asDouble();
        }
        assertThat(important).as("every node counts for a column").isEqualTo(splits);
    }

    private static double logit(Row row) {
        double score = Double.parseDouble(row.values().get(2));
        return Math.log(score / (1 - score));
    }

    private void assertPredictsTheSame(Federation.Run trained, String more) throws Exception {
        boolean three = trained.model(GUEST).param().path("numClasses").asInt() == 3;
        Federation predicting = trees().oneHost(
                        parameters(2, more),
                        "test_data",
                        X,
                        table(part(X, 0, 2), 0).labels(three ? THREE : TWO).reversed());
        predicting.model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST));
        predicting.model(HOST, ModelInput.Kind.MODEL, trained.model(HOST));
        Federation.Run run = predicting.run();

        Map<String, Row> before = predictions(trained);
        Map<String, Row> after = predictions(run);
        assertThat(after).hasSize(ROWS);
        before.forEach((id, row) -> {
            assertThat(cell(after, id, 1)).isEqualTo(row.values().get(1));
            assertThat(Double.parseDouble(cell(after, id, 2)))
                    .isCloseTo(Double.parseDouble(row.values().get(2)), offset(1e-9));
            assertThat(cell(after, id, 4)).isEqualTo("predict");
        });
        assertThat(run.result(GUEST).path("models")).isEmpty();
    }

    private static double[][] withHoles() {
        double[][] x = TreesFixture.x(4);
        for (int row = 0; row < ROWS; row++) {
            if (row % 4 == 0) {
                x[row][row % 5] = Double.NaN;
            }
            if (row % 3 == 0) {
                x[row][(row + 1) % 5] = 0;
            }
        }
        return x;
    }

    private TreesFixture trees() {
        return new TreesFixture(directory);
    }
}
