package io.fateflow.worker.component.boosting.parameter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class BoostingParametersTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CORPUS = Path.of("../../shared/corpus");

    @Test
    void defaultsAreFates() throws Exception {
        BoostingParameters read = read("{}", false);

        assertThat(read.classification()).isTrue();
        assertThat(read.objective()).isEqualTo(new ObjectiveParameters("cross_entropy", List.of()));
        assertThat(read.tree()).isEqualTo(new TreeParameters(0.1, 0, 3, 2, 1e-3, 1, 0, 65536));
        assertThat(read.learningRate()).isEqualTo(0.3);
        assertThat(read.rounds()).isEqualTo(5);
        assertThat(read.stopsWhenConverged()).isTrue();
        assertThat(read.tolerance()).isEqualTo(1e-4);
        assertThat(read.bins()).isEqualTo(32);
        assertThat(read.sampling()).isEqualTo(new Sampling(1, false, 0.2, 0.1));
        assertThat(read.seed()).isEqualTo(100);
        assertThat(read.keyLength()).isEqualTo(2048);
        assertThat(read.useMissing()).isFalse();
        assertThat(read.completeSecureRounds()).isZero();
        assertThat(read.compress()).isTrue();
        assertThat(read.strategy()).isEqualTo(new Strategy(Strategy.Kind.STD, 1, 2, 3));
        assertThat(read.multiOutput()).isFalse();
        assertThat(read.inference()).isEqualTo(new BoostingParameters.Inference(false, false, false));
        assertThat(read.threshold()).isEqualTo(0.5);
    }

    @Test
    void takesWhatFateTakes() throws Exception {
        assertThat(read("{\"complete_secure\": true}", false).completeSecureRounds())
                .isEqualTo(1);
        assertThat(read("{\"tree_param\": {\"criterion_params\": {\"l1\": 2, \"l2\": 3}}}", false)
                        .tree())
                .extracting(TreeParameters::l1, TreeParameters::l2)
                .containsExactly(2.0, 3.0);
        assertThat(read("{\"tree_param\": {\"max_split_nodes\": 3}}", false)
                        .tree()
                        .nodesAtOnce())
                .isEqualTo(4);
        assertThat(read("{\"work_mode\": \"mix\"}", false).strategy().kind()).isEqualTo(Strategy.Kind.MIX);
        assertThat(read("{\"boosting_strategy\": \"layered\", \"guest_depth\": 4}", false)
                        .tree()
                        .maxDepth())
                .isEqualTo(7);
        assertThat(read(
                        "{\"sparse_optimization\": true, \"cipher_compress_error\": 8, \"new_ver\": false,"
                                + " \"encrypted_mode_calculator_param\": {\"mode\": \"strict\"}}",
                        false))
                .isEqualTo(read("{}", false));
    }

    @Test
    void whatIsWrongIsRefusedByName() {
        refuses("{\"objective_param\": {\"objective\": \"lse\"}}", "objective", "cross_entropy");
        refuses("{\"task_type\": \"regression\"}", "objective_param", "objective", "is missing");
        refuses(regression("\"huber\""), "params", "greater than 0");
        refuses(regression("\"tweedie\", \"params\": [2.5]"), "params", "below 2");
        refuses(regression("\"fair\", \"params\": [1]"), "objective", "fair");
        refuses("{\"zero_as_missing\": true}", "zero_as_missing", "use_missing");
        refuses("{\"top_rate\": 0.6, \"other_rate\": 0.5}", "top_rate", "less than 1");
        refuses("{\"multi_mode\": \"multi_output\", \"cipher_compress\": false}", "multi_mode", "cipher_compress");
        refuses("{\"multi_mode\": \"multi_output\", \"boosting_strategy\": \"mix\"}", "multi_mode", "std");
        refuses("{\"EINI_inference\": true, \"boosting_strategy\": \"mix\"}", "EINI_inference");
        refuses("{\"encrypt_param\": {\"key_length\": 512}}", "key_length");
        refuses("{\"bin_num\": 1}", "bin_num");
        refuses("{\"tree_param\": {\"criterion_params\": [1]}}", "tree_param", "criterion_params");
        refuses("{\"tree_param\": {\"max_depth\": 0}}", "max_depth");
        refuses("{\"num_tree\": 3}", "num_tree");
        refuses("{\"early_stopping_rounds\": 2}", "early_stopping_rounds", "validation_freqs");
        assertThatThrownBy(() -> read("{\"early_stopping_rounds\": 2, \"validation_freqs\": 1}", true))
                .hasMessageContaining("not supported for homo");
        assertThatThrownBy(() -> read("{\"run_goss\": true}", true)).hasMessageContaining("run_goss");
    }

    /** All that FATE's own examples ask for. */
    @Test
    void readsAllOfFatesExamples() throws Exception {
        assumeTrue(Files.isDirectory(CORPUS), "no examples beside the checkout");
        List<Path> files;
        try (Stream<Path> all = Files.walk(CORPUS)) {
            files = all.filter(file -> file.toString().endsWith("_conf.json")).toList();
        }
        int found = 0;
        for (Path file : files) {
            for (JsonNode section : sections(file)) {
                read(section.toString(), false);
                found++;
            }
        }
        assertThat(found).isGreaterThan(15);
    }

    private static List<JsonNode> sections(Path file) throws IOException {
        List<JsonNode> sections = new ArrayList<>();
        JsonNode common = JSON.readTree(file.toFile()).at("/component_parameters/common");
        common.properties().forEach(each -> {
            if (each.getKey().startsWith("hetero_secure_boost") || each.getKey().startsWith("hetero_secureboost")) {
                sections.add(each.getValue());
            }
        });
        return sections;
    }

    private static String regression(String objective) {
        return "{\"task_type\": \"regression\", \"objective_param\": {\"objective\": " + objective + "}}";
    }

    private static void refuses(String json, String... words) {
        assertThatThrownBy(() -> read(json, false))
                .isInstanceOf(ParameterException.class)
                .hasMessageContainingAll(words);
    }

    private static BoostingParameters read(String json, boolean homo) throws JsonProcessingException {
        return BoostingParameters.read(
                new Parameters("HeteroSecureBoost#boost_0", (ObjectNode) JSON.readTree(json)), homo);
    }
}
