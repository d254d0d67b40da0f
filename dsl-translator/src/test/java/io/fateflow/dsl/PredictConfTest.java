package io.fateflow.dsl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PredictConfTest {

    private static final ObjectNode TRAIN = json("""
            {'dsl_version': 2, 'initiator': {'role': 'guest', 'party_id': 9}, 'provider': {'common': {'lr_0': 'fate@1'}},
             'role': {'guest': [9], 'host': [10, 11, 12], 'arbiter': [10]},
             'job_parameters': {'common': {'job_type': 'train', 'task_cores': 4, 'model_version': '1'},
               'role': {'arbiter': {'0': {'task_cores': 1}}, 'host': {'2': {'task_cores': 7}}}},
             'component_parameters': {'common': {'lr_0': {'max_iter': 3, 'metrics': ['auc', 'ks']}},
               'role': {'guest': {'0': {'reader_0': {'table': {'name': 'a', 'namespace': 'n'}}}},
                        'host': {'0': {'reader_0': {'a': 0}}, '1|2': {'reader_0': {'b': 1}},
                                 'all': {'lr_0': {'c': 2}}, 'reader_0': {'d': 3}}}}}""");

    @Test
    void whatIsSaidNowWinsOverTheTraining() {
        ObjectNode merged = PredictConf.merge(TRAIN, json("""
                {'initiator': {'role': 'guest', 'party_id': 9},
                 'role': {'guest': ['9'], 'host': [10, 11, 12], 'arbiter': [10]},
                 'job_parameters': {'common': {'job_type': 'predict', 'model_version': '2'}},
                 'component_parameters': {'common': {'lr_0': {'metrics': ['ks']}},
                   'role': {'guest': {'0': {'reader_0': {'table': {'name': 'b'}}}}}}}"""));

        assertThat(merged.at("/job_parameters/common"))
                .isEqualTo(json("{'job_type': 'predict', 'task_cores': 4, 'model_version': '2'}"));
        assertThat(merged.at("/component_parameters/common/lr_0"))
                .isEqualTo(json("{'max_iter': 3, 'metrics': ['ks']}"));
        assertThat(merged.at("/component_parameters/role/guest/0/reader_0/table"))
                .isEqualTo(json("{'name': 'b', 'namespace': 'n'}"));
        assertThat(merged.at("/component_parameters/role/host")).isEqualTo(TRAIN.at("/component_parameters/role/host"));
        assertThat(merged.has("provider")).isFalse();
    }

    @Test
    void rolesThatTakeNoPartNowAreDroppedWithTheirParameters() {
        ObjectNode merged = PredictConf.merge(TRAIN, json("{'role': {'guest': [9], 'host': [10, 11, 12]}}"));

        assertThat(merged.path("role").has("arbiter")).isFalse();
        assertThat(merged.at("/job_parameters/role").has("arbiter")).isFalse();
        assertThat(merged.at("/job_parameters/role/host/2/task_cores").asInt()).isEqualTo(7);
    }

    @Test
    void parametersFollowTheirPartiesToTheirPositionsNow() {
        ObjectNode merged = PredictConf.merge(TRAIN, json("{'role': {'guest': [9], 'host': ['12', 10]}}"));

        assertThat(merged.at("/component_parameters/role/host"))
                .isEqualTo(
                        json("{'1': {'reader_0': {'a': 0}}, '0': {'reader_0': {'b': 1}}, 'all': {'lr_0': {'c': 2}}}"));
        assertThat(merged.at("/job_parameters/role/host")).isEqualTo(json("{'0': {'task_cores': 7}}"));
        assertThat(merged.at("/role/host").toString()).isEqualTo("[\"12\",10]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'role': {'guest': [9], 'host': [13]}}",
                "{'role': {'guest': [9], 'local': [9]}}",
                "{'role': {'guest': [9], 'arbiter': [12]}}"
            })
    void onlyPartiesOfTheTrainingPredict(String predict) {
        assertThatThrownBy(() -> PredictConf.merge(TRAIN, json(predict)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("party (13 was not host|9 was not local|12 was not arbiter) in training.*");
    }

    @Test
    void anArbiterMayJoinWhereTrainingHadNone() {
        ObjectNode train = TRAIN.deepCopy();
        train.withObject("/role").remove("arbiter");

        ObjectNode merged =
                PredictConf.merge(train, json("{'role': {'guest': [9], 'host': [10, 11, 12], 'arbiter': [13]}}"));

        assertThat(merged.path("role")).isEqualTo(json("{'guest': [9], 'host': [10, 11, 12], 'arbiter': [13]}"));
    }

    @Test
    void aTemplateLeavesTheReadersTablesToBeFilledIn() {
        ObjectNode dsl = json("""
                {'components': {'reader_0': {'module': 'Reader'}, 'lr_0': {'module': 'HeteroLR'},
                                'reader_1': {'module': 'Reader'}}}""");

        ObjectNode template = PredictConf.template(dsl, TRAIN, "m", "2");

        assertThat(template.at("/job_parameters/common"))
                .isEqualTo(json("{'job_type': 'predict', 'task_cores': 4, 'model_id': 'm', 'model_version': '2'}"));
        assertThat(template.at("/component_parameters/role").size()).isEqualTo(2);
        assertThat(template.at("/component_parameters/role/host").size()).isEqualTo(3);
        assertThat(template.at("/component_parameters/role/host/2")).isEqualTo(json("""
                {'reader_0': {'table': {'name': 'name_to_be_filled_0', 'namespace': 'namespace_to_be_filled_0'}},
                 'reader_1': {'table': {'name': 'name_to_be_filled_1', 'namespace': 'namespace_to_be_filled_1'}}}"""));
        assertThat(template.path("initiator")).isEqualTo(TRAIN.path("initiator"));
        assertThat(TRAIN.at("/job_parameters/common/job_type").asText()).isEqualTo("train");
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
