package io.fateflow.dsl;

import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class InferenceDslTest {

    private static final ObjectNode TRAIN = json("""
            {'components': {
              'reader_0': {'module': 'Reader', 'output': {'data': ['data']}},
              'transform_0': {'module': 'DataTransform', 'provider': 'fate', 'need_deploy': true,
                'input': {'data': {'data': ['reader_0.data']}}, 'output': {'data': ['data'], 'model': ['model']}},
              'intersection_0': {'module': 'Intersection', 'input': {'data': {'data': ['transform_0.data']}},
                'output': {'data': ['data'], 'cache': ['cache']}},
              'sample_0': {'module': 'FederatedSample', 'input': {'data': {'data': ['intersection_0.data']}},
                'output': {'data': ['data']}},
              'bin_0': {'module': 'HeteroFeatureBinning', 'input': {'data': {'data': ['sample_0.data']}},
                'output': {'model': ['bin']}},
              'select_0': {'module': 'HeteroFeatureSelection',
                'input': {'data': {'data': ['sample_0.data']}, 'isometric_model': ['bin_0.bin']},
                'output': {'data': ['train'], 'model': ['selected']}},
              'lr_0': {'module': 'HeteroLR',
                'input': {'data': {'train_data': ['select_0.train'], 'validate_data': ['intersection_0.data']},
                          'cache': ['intersection_0.cache']},
                'output': {'data': ['data'], 'model': ['a', 'b']}},
              'lr_1': {'module': 'HeteroLR',
                'input': {'data': {'test_data': ['intersection_0.data']}, 'model': ['lr_0.a']},
                'output': {'data': ['data']}},
              'evaluation_0': {'module': 'Evaluation', 'input': {'data': {'data': ['lr_0.data', 'lr_1.data']}}}}}""");

    @Test
    void modelsThatWereMadeAreTakenAndTrainingDataIsTestData() {
        assertThat(InferenceDsl.deduce(TRAIN, List.of("intersection_0", "select_0", "lr_0")))
                .isEqualTo(json("""
                {'components': {
                  'intersection_0': {'module': 'Intersection', 'output': {'data': ['data'], 'cache': ['cache']}},
                  'select_0': {'module': 'HeteroFeatureSelection',
                    'input': {'model': ['pipeline.select_0.selected'], 'data': {'data': ['intersection_0.data']}},
                    'output': {'data': ['train']}},
                  'lr_0': {'module': 'HeteroLR',
                    'input': {'model': ['pipeline.lr_0.a', 'pipeline.lr_0.b'],
                              'data': {'test_data': ['select_0.train']}, 'cache': ['intersection_0.cache']},
                    'output': {'data': ['data']}}}}"""));
    }

    @Test
    void withoutAChoiceEverythingIsDeployed() {
        ObjectNode dsl = InferenceDsl.deduce(TRAIN, List.of());

        assertThat(dsl.path("components").size()).isEqualTo(9);
        assertThat(dsl.at("/components/transform_0")).isEqualTo(json("""
                {'module': 'DataTransform', 'output': {'data': ['data']},
                 'input': {'model': ['pipeline.transform_0.model'], 'data': {'data': ['reader_0.data']}}}"""));
        assertThat(dsl.at("/components/bin_0")).isEqualTo(json("""
                        {'module': 'HeteroFeatureBinning',
                         'input': {'model': ['pipeline.bin_0.bin'], 'data': {'data': ['sample_0.data']}}}"""));
        assertThat(new DslTranslator(ModuleCatalog.standard()).checkInferenceDsl(dsl.toString()))
                .isEmpty();
    }

    @Test
    void aModelTakenInTrainingIsStillTaken() {
        ObjectNode dsl = InferenceDsl.deduce(TRAIN, List.of("lr_1"));

        assertThat(dsl.at("/components/lr_1/input")).isEqualTo(json("{'model': ['pipeline.lr_0.a']}"));
        assertThat(InferenceDsl.trainedComponents(dsl)).containsExactly("lr_0");
    }

    @Test
    void referencesThatLeadToTheSameAreKeptOnce() {
        assertThat(InferenceDsl.deduce(TRAIN, List.of("lr_0", "evaluation_0")).at("/components/evaluation_0/input"))
                .isEqualTo(json("{'data': {'data': ['lr_0.data']}}"));
    }

    @Test
    void aLoopInAnUncheckedDslEnds() {
        ObjectNode dsl = json("""
                {'components': {'a': {'module': 'Union', 'input': {'data': {'data': ['b.data']}}},
                                'b': {'module': 'Union', 'input': {'data': {'data': ['c.data']}}},
                                'c': {'module': 'Union', 'input': {'data': {'data': ['b.data']}}}}}""");

        assertThat(InferenceDsl.deduce(dsl, List.of("a")))
                .isEqualTo(json("{'components': {'a': {'module': 'Union'}}}"));
    }

    @Test
    void onlyWhatWasTrainedCanBeDeployed() {
        assertThatThrownBy(() -> InferenceDsl.deduce(TRAIN, List.of("lr_0", "lr_9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lr_9");
    }

    @Test
    void codePathsAreThoseOfTheRole() {
        ObjectNode dsl = InferenceDsl.deduce(TRAIN, List.of("reader_0", "lr_0"));

        ObjectNode guest = InferenceDsl.withCodePaths(dsl, "guest", ModuleCatalog.standard());
        assertThat(guest.findValuesAsText("CodePath")).containsExactly("Reader", "HeteroLRGuest");
        assertThat(InferenceDsl.withCodePaths(dsl, "arbiter", ModuleCatalog.standard())
                        .findValuesAsText("CodePath"))
                .containsExactly("HeteroLRArbiter");
        assertThat(dsl.findValues("CodePath")).isEmpty();
    }

    @Test
    void aDslOfTheUsersIsCheckedWithoutAConf() {
        DslTranslator translator = new DslTranslator(ModuleCatalog.standard());

        assertThat(translator.checkInferenceDsl("{\"components\": "))
                .extracting(Problem::document)
                .containsExactly("dsl");
        assertThat(translator.checkInferenceDsl(
                        json("{'components': {'a': {'module': 'No'}}}").toString()))
                .extracting(Problem::pointer)
                .containsExactly("/components/a/module");
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
