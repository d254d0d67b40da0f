package io.fateflow.operations.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class DslGraphTest {

    private static final String DSL = """
        {"components": {
          "evaluation_0": {"module": "Evaluation", "input": {"data": {"data": ["lr_0.data"]}}},
          "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
          "lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["split_0.first"],
                                                            "validate_data": ["split_0.second"]},
                                                   "isometric_model": ["binning_0.model"]},
                   "output": {"data": ["data"], "model": ["model"]}},
          "split_0": {"module": "HeteroDataSplit", "input": {"data": {"data": ["reader_0.data"]}},
                      "output": {"data": ["first", "second"]}},
          "binning_0": {"module": "HeteroFeatureBinning", "input": {"data": {"data": ["reader_0.data"]},
                                                                   "model": ["pipeline.binning_0.model"]},
                        "output": {"model": ["model"]}}}}\
        """;

    private final DslGraph graph = new DslGraph(read(DSL));

    @Test
    void aComponentLiesBehindAllThatItWaitsFor() {
        assertThat(graph.names()).containsExactly("evaluation_0", "reader_0", "lr_0", "split_0", "binning_0");
        assertThat(graph.names().stream().map(graph::depth)).containsExactly(3, 0, 2, 1, 1);
    }

    @Test
    void whatOneTakesSaysOfWhomAndWhichOutput() {
        assertThat(graph.dependencies().path("dependencies")).isEqualTo(read("""
            {"evaluation_0": [{"component_name": "lr_0", "type": "data", "up_output_info": ["data", 0]}],
             "lr_0": [{"component_name": "split_0", "type": "train_data", "up_output_info": ["data", 0]},
                      {"component_name": "split_0", "type": "validate_data", "up_output_info": ["data", 1]},
                      {"component_name": "binning_0", "type": "model", "up_output_info": ["model", 0]}],
             "split_0": [{"component_name": "reader_0", "type": "data", "up_output_info": ["data", 0]}],
             "binning_0": [{"component_name": "reader_0", "type": "data", "up_output_info": ["data", 0]}]}\
            """));
        assertThat(graph.dependencies().at("/component_module/lr_0").asText()).isEqualTo("HeteroLR");
    }

    private static JsonNode read(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
