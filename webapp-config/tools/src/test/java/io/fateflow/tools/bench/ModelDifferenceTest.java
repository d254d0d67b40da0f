package io.fateflow.tools.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

/** What is called the same is the same. */
class ModelDifferenceTest {

    private static final String MODEL = """
            {"losses": [0.5, 0.4],
             "trees": [{"splitMaskdict": {"0": 0.3},
                        "tree": [{"id": 0, "isLeaf": false, "sitename": "guest:9999", "fid": 2, "leftNodeid": 1,
                                  "rightNodeid": 2, "weight": 0.1, "missingDir": 1},
                                 {"id": 1, "isLeaf": true, "sitename": "guest:9999", "fid": -1, "leftNodeid": -1,
                                  "rightNodeid": -1, "weight": 0.7, "missingDir": 1},
                                 {"id": 2, "isLeaf": true, "sitename": "guest:9999", "fid": -1, "leftNodeid": -1,
                                  "rightNodeid": -1, "weight": -0.6, "missingDir": 1}]}]}""";

    @Test
    void aModelIsTheSameAsItself() throws Exception {
        assertThat(ModelDifference.of(model(), model())).isEqualTo(new ModelDifference(3, 0, 0, 0));
    }

    @Test
    void whatPartsANodeCounts() throws Exception {
        for (String key : new String[] {"sitename", "fid"}) {
            JsonNode other = model();
            ((ObjectNode) other.at("/trees/0/tree/0")).put(key, "another");
            assertThat(ModelDifference.of(model(), other).otherSplits()).as(key).isEqualTo(1);
        }
        JsonNode other = model();
        ((ObjectNode) other.at("/trees/0/splitMaskdict")).put("0", 0.4);
        assertThat(ModelDifference.of(model(), other).otherSplits()).isEqualTo(1);
    }

    @Test
    void aTreeThatOneOfThemHasNotCountsWhole() throws Exception {
        ObjectNode other = (ObjectNode) model();
        other.putArray("trees");

        assertThat(ModelDifference.of(model(), other).otherSplits()).isEqualTo(3);
        assertThat(ModelDifference.of(other, model()).otherSplits()).isEqualTo(3);
    }

    @Test
    void weightsAndLossesAreCompared() throws Exception {
        ObjectNode other = (ObjectNode) model();
        ((ObjectNode) other.at("/trees/0/tree/2")).put("weight", -0.59);
        other.putArray("losses").add(0.5).add(0.43);

        ModelDifference difference = ModelDifference.of(model(), other);

        assertThat(difference.weight()).isCloseTo(0.01, offset(1e-12));
        assertThat(difference.loss()).isCloseTo(0.03, offset(1e-12));
        other.putArray("losses").add(0.5);
        assertThat(ModelDifference.of(model(), other).loss()).isInfinite();
    }

    private static JsonNode model() throws JsonProcessingException {
        return new ObjectMapper().readTree(MODEL);
    }
}
