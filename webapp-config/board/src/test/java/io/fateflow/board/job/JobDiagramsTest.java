package io.fateflow.board.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import io.fateflow.operations.query.ComponentOrder;

import static org.assertj.core.api.Assertions.assertThat;

class JobDiagramsTest {

    @Test
    void drawsAJobOfAnotherSiteFromItsDsl() throws Exception {
        String dsl = """
                {"components": {
                  "reader_0": {"module": "Reader"},
                  "lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["reader_0.data"]},
                                                           "model": ["pipeline.lr_0.model", "lr_0.model"]}},
                  "evaluation_0": {"module": "Evaluation", "input": {"data": {"data": ["lr_0.data", "gone_0.data"]}}}
                }}""";

        assertThat(ComponentOrder.upstream(new ObjectMapper().readTree(dsl)))
                .hasToString("{reader_0=[], lr_0=[reader_0], evaluation_0=[lr_0]}");
    }
}
