package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.scale.FeatureScale;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DataTransformTest {

    private static final String HOST = "host:10000";
    private static final double NAN = Double.NaN;

    @TempDir
    Path directory;

    private Tables tables;

    @BeforeEach
    void open() {
        tables = new Tables(new Federation(directory, HOST).tables(HOST));
    }

    @Test
    void rowsBecomeInstancesUnderAnonymousNames() throws Exception {
        DataSet data = output(run(tables.text("id,y,x0,x1\na,1,0.5,-2\nb,0,1e3,7\n"), "{\"with_label\":true}"));

        assertThat(data.header()).containsExactly("x0", "x1");
        assertThat(data.schema().anonymousHeader()).containsExactly("host_10000_x0", "host_10000_x1");
        assertThat(data.schema().labelName()).isEqualTo("y");
        assertThat(data.schema().integerLabel()).isTrue();
        assertThat(data.table().sid()).isEqualTo("id");
        assertThat(data.instances())
                .containsExactly(
                        Instance.of("a", 1, new DenseFeatures(0.5, -2)),
                        Instance.of("b", 0, new DenseFeatures(1000, 7)));
    }

    @Test
    void aLabelMayBeAnyColumnAndANumber() throws Exception {
        DataSet data = output(run(
                tables.text("id,x0,Speed\na,1,0.25\n"),
                "{\"with_label\":true,\"label_name\":\"speed\",\"label_type\":\"float\"}"));

        assertThat(data.schema().labelName()).isEqualTo("Speed");
        assertThat(data.schema().integerLabel()).isFalse();
        assertThat(data.labels()).containsExactly(0.25);
        assertThat(data.header()).containsExactly("x0");
    }

    @Test
    void missingValuesStayMissingUnlessTheyAreFilled() throws Exception {
        TableName table = tables.text("id,x0,x1\na,,1\nb,NA,null\nc,3,NULL\nd,nan,4\n");

        assertThat(features(run(table, "{}")))
                .containsExactly(
                        new DenseFeatures(NAN, 1),
                        new DenseFeatures(NAN, NAN),
                        new DenseFeatures(3, NAN),
                        new DenseFeatures(NAN, 4));
    }

    @ParameterizedTest
    @CsvSource({"min,1,10", "max,5,40", "mean,3,22.5", "median,3,20"})
    void gapsAreFilledByStatisticsOfTheirColumn(String method, double first, double second) throws Exception {
        TableName table = tables.text("id,x0,x1\na,1,10\nb,,20\nc,3,\nd,5,20\ne,NULL,40\n");

        Federation.Run run = run(table, "{\"missing_fill\":true,\"missing_fill_method\":\"" + method + "\"}");

        assertThat(features(run).get(1)).isEqualTo(new DenseFeatures(first, 20));
        assertThat(features(run).get(2)).isEqualTo(new DenseFeatures(3, second));
        JsonNode param = run.model(HOST).param().path("imputerParam");
        assertThat(param.at("/missingReplaceValue/x0").asDouble()).isEqualTo(first);
        assertThat(param.at("/missingValueRatio/x0").asDouble()).isEqualTo(0.4);
        assertThat(param.at("/missingValueRatio/x1").asDouble()).isEqualTo(0.2);
        assertThat(run.model(HOST).meta().at("/imputerMeta/strategy").asText()).isEqualTo(method);
        assertThat(run.result(HOST)
                        .at("/summary/missing_fill_info/missing_impute_rate/x1")
                        .asDouble())
                .isEqualTo(0.2);
    }

    @Test
    void gapsAreFilledByGivenValues() throws Exception {
        TableName table = tables.text("id,x0,x1\na,?,1\nb,2,?\n");

        assertThat(features(run(
                        table,
                        "{\"missing_fill\":true,\"missing_fill_method\":\"designated\","
                                + "\"missing_impute\":[\"?\"],\"default_value\":[7,8]}")))
                .containsExactly(new DenseFeatures(7, 1), new DenseFeatures(2, 8));
        assertThat(features(run(table, "{\"missing_fill\":true,\"missing_impute\":[\"?\"],\"default_value\":9}")))
                .containsExactly(new DenseFeatures(9, 1), new DenseFeatures(2, 9));
        assertThat(failure(table, "{\"missing_fill\":true,\"missing_impute\":[\"?\"],\"default_value\":[1]}"))
                .contains("host 10000", "there are 1 values", "but 2 columns");
    }

    @Test
    void outliersAreReplacedAfterGapsAreFilled() throws Exception {
        TableName table = tables.text("id,x0\na,1\nb,-999\nc,\nd,4\ne,99\n");

        assertThat(features(run(
                        table,
                        "{\"missing_fill\":true,\"default_value\":-999,"
                                + "\"outlier_replace\":true,\"outlier_replace_method\":\"mean\","
                                + "\"outlier_impute\":[\"-999\",99.0]}")))
                .extracting(features -> features.get(0))
                .containsExactly(1.0, 2.5, 2.5, 4.0, 2.5);
    }

    @Test
    void aModelKnowsOutliersAsTheTrainingDid() throws Exception {
        Model model = run(tables.text("id,x0\na,1\n"), "{\"outlier_replace\":true,\"outlier_impute\":[99,\"?\"]}")
                .model(HOST);

        Federation.Run run = new Federation(directory, HOST)
                .component(DataTransform::new)
                .input(HOST, "data", tables.text("id,x0\na,99.0\nb,?\nc,5\n"))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(features(run)).extracting(features -> features.get(0)).containsExactly(0.0, 0.0, 5.0);
    }

    @Test
    void sparseDataHasNoGapsToFill() throws Exception {
        Federation.Run run = run(
                tables.ragged("a,1:5\n", ","),
                "{\"input_format\":\"sparse\",\"missing_fill\":true,\"default_value\":7}");

        assertThat(features(run)).containsExactly(new DenseFeatures(0, 5));
        assertThat(run.model(HOST).meta().at("/imputerMeta/isImputer").asBoolean())
                .isFalse();
    }

    @Test
    void singleColumnsMayBeOfAnotherType() throws Exception {
        assertThat(failure(tables.text("id,x0,x1\na,1.5,1.5\n"), "{\"exclusive_data_type\":{\"x1\":\"Int\"}}"))
                .isEqualTo("host 10000: column x1 of row 1 is not a whole number: it is text of 3 characters");
    }

    @Test
    void sparseDataNamesItsFeaturesByIndex() throws Exception {
        TableName table = tables.ragged("a 1 0:0.5 3:2\nb 0 1:7\nc 1\n", " ");

        Federation.Run run = run(
                table,
                "{\"input_format\":\"sparse\",\"delimitor\":\" \",\"with_label\":true,\"output_format\":\"sparse\"}");

        DataSet data = output(run);
        assertThat(data.header()).containsExactly("x0", "x1", "x2", "x3");
        assertThat(data.schema().labelName()).isEqualTo("label");
        assertThat(data.labels()).containsExactly(1, 0, 1);
        assertThat(features(run).get(0)).isEqualTo(new SparseFeatures(4, new int[] {0, 3}, new double[] {0.5, 2}));
        assertThat(features(run).get(2)).isEqualTo(new SparseFeatures(4, new int[0], new double[0]));
    }

    @Test
    void tagsBecomeColumnsInTheirOrder() throws Exception {
        TableName table = tables.ragged("a,red,apple\nb,pear\n", ",");

        Federation.Run run = run(table, "{\"input_format\":\"tag\"}");

        assertThat(output(run).header()).containsExactly("apple", "pear", "red");
        assertThat(output(run).schema().anonymousHeader()).last().isEqualTo("host_10000_x2");
        assertThat(features(run)).containsExactly(new DenseFeatures(1, 0, 1), new DenseFeatures(0, 1, 0));
    }

    @Test
    void tagsMayHaveValuesWithGapsToFill() throws Exception {
        TableName table = tables.ragged("a;x:1;y:2\nb;y:4\nc;x:5;y:\n", ";");
        String tag = "{\"input_format\":\"tag\",\"tag_with_value\":true,\"delimitor\":\";\"";

        assertThat(failure(table, tag + "}")).isEqualTo("host 10000: column y of row 3 is not a number: it is empty");
        assertThat(features(run(table, tag + ",\"missing_fill\":true,\"missing_fill_method\":\"mean\"}")))
                .containsExactly(new DenseFeatures(1, 2), new DenseFeatures(3, 4), new DenseFeatures(5, 3));
    }

    @Test
    void aMatchIdIsNoFeature() throws Exception {
        TableName table = tables.text("id,phone,mail,y,x0\na,p1,m1,1,0.5\nb,p2,m2,0,1\n");

        DataSet data = output(run(
                table,
                "{\"with_match_id\":true,\"with_label\":true,\"match_id_name\":\"phone\","
                        + "\"missing_impute\":[\"m1\",\"m2\"]}"));

        assertThat(data.schema().matchIdName()).isEqualTo("phone");
        assertThat(data.instances()).extracting(Instance::matchId).containsExactly("p1", "p2");
        assertThat(data.header()).containsExactly("mail", "x0");
    }

    @Test
    void aTablesOwnMetaWinsOverParameters() throws Exception {
        ObjectNode meta = (ObjectNode) new ObjectMapper().readTree("""
                {"input_format":"dense","delimiter":",","data_type":"float64","with_label":true,"label_name":"x1",
                 "label_type":"float","with_match_id":true,"id_list":["imei","phone"]}
                """);
        TableName table = tables.text("id,imei,phone,x0,x1\na,i1,p1,3,0.5\n", meta);

        assertThat(failure(table, "{}")).contains("several match ids, [imei, phone]", "match_id_name");
        DataSet data = output(run(table, "{\"match_id_name\":\"phone\",\"with_label\":false,\"delimitor\":\";\"}"));
        assertThat(data.header()).containsExactly("x0");
        assertThat(data.instances().get(0)).isEqualTo(new Instance("a", "p1", 0.5, 1, new DenseFeatures(3)));
    }

    @Test
    void aTableOfAnotherDelimiterIsPartedAnew() throws Exception {
        TableName table = tables.text("id,x0;x1\na,1;2\n");

        assertThat(features(run(table, "{\"delimitor\":\";\"}"))).containsExactly(new DenseFeatures(1, 2));
    }

    @Test
    void aModelRepeatsWhatWasDoneToTheTrainingData() throws Exception {
        TableName training = tables.text("id,y,x0,x1\na,1,1,5\nb,0,3,\n");
        Model model = run(training, "{\"with_label\":true,\"missing_fill\":true,\"missing_fill_method\":\"max\"}")
                .model(HOST);
        TableName others = tables.text("id,x1,new,x0\nc,,9,NULL\nd,6,text,7\n");

        Federation.Run run = new Federation(directory, HOST)
                .component(DataTransform::new)
                .input(HOST, "data", others)
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(output(run).header()).containsExactly("x0", "x1");
        assertThat(output(run).schema().hasLabel()).isFalse();
        assertThat(features(run)).containsExactly(new DenseFeatures(3, 5), new DenseFeatures(7, 6));
        assertThat(run.model(HOST).param().path("header")).hasSize(2);
    }

    @Test
    void aModelNeedsTheColumnsItWasTrainedOn() throws Exception {
        Model model = run(tables.text("id,x0,x1\na,1,5\n"), "{}").model(HOST);

        Federation.Run run = new Federation(directory, HOST)
                .component(DataTransform::new)
                .input(HOST, "data", tables.text("id,x1\nc,1\n"))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        assertThat(run.failure(HOST))
                .isEqualTo("host 10000: the data lacks the columns [x0] that the model was trained on");
    }

    @Test
    void theModelHasFatesForm() throws Exception {
        Model model =
                run(tables.text("id,y,x0\na,1,2\n"), "{\"with_label\":true}").model(HOST);

        assertThat(model.metaName()).isEqualTo("DataTransformMeta");
        assertThat(model.meta().toString())
                .isEqualTo("{\"inputFormat\":\"dense\",\"delimitor\":\",\","
                        + "\"dataType\":\"float64\",\"tagWithValue\":false,\"tagValueDelimitor\":\":\",\"withLabel\":true,"
                        + "\"labelName\":\"y\",\"labelType\":\"int\",\"outputFormat\":\"dense\","
                        + "\"imputerMeta\":{\"isImputer\":false,\"strategy\":\"\",\"missingValue\":[]},"
                        + "\"outlierMeta\":{\"isOutlier\":false,\"strategy\":\"\",\"outlierValue\":[]},"
                        + "\"needRun\":false,\"exclusiveDataType\":{},\"withMatchId\":false}");
        assertThat(model.param().toString())
                .isEqualTo("{\"header\":[\"x0\"],\"sidName\":\"\",\"labelName\":\"y\","
                        + "\"imputerParam\":{\"missingReplaceValue\":{},\"missingValueRatio\":{}},"
                        + "\"outlierParam\":{\"outlierReplaceValue\":{},\"outlierValueRatio\":{}},"
                        + "\"anonymousHeader\":[\"host_10000_x0\"]}");
    }

    @Test
    void aBadValueIsNamedByPartyColumnAndRowAndNeverShown() throws Exception {
        TableName table = tables.text("id,y,x0\nsecret-id,1,2\nb,one,3\nc,1,12three\nd,1,0x10\n");

        assertThat(failure(table, "{}"))
                .isEqualTo("host 10000: column y of row 2 is not a number: it is text of 3 characters");
        assertThat(failure(table, "{\"with_label\":true,\"label_type\":\"float\"}"))
                .isEqualTo("host 10000: label y of row 2 is not a number: it is text of 3 characters");
        assertThat(failure(tables.text("id,x0\na,1\nb,12three\n"), "{}"))
                .isEqualTo("host 10000: column x0 of row 2 is not a number: it is text of 7 characters");
        assertThat(failure(tables.text("id,x0\na,1.5\n"), "{\"data_type\":\"int\"}"))
                .isEqualTo("host 10000: column x0 of row 1 is not a whole number: it is text of 3 characters");
        assertThat(failure(tables.text("id,y\na,\n"), "{\"with_label\":true}"))
                .isEqualTo("host 10000: label y of row 1 is not a whole number: it is empty");
    }

    @Test
    void badTablesAreNamed() throws Exception {
        assertThat(failure(tables.text("id,x0\na,1\n"), "{\"with_label\":true}"))
                .isEqualTo("host 10000: there is no label column y; the columns are [x0]");
        assertThat(failure(tables.text("id,x0\n"), "{}")).isEqualTo("host 10000: the input table has no rows");
        assertThat(failure(tables.ragged("a,1\nb,1\n", ","), "{\"input_format\":\"tag\",\"tag_with_value\":true}"))
                .isEqualTo("host 10000: row 1 has no tag:value in field 1 behind its id");
        assertThat(failure(tables.ragged("a,-1:2\n", ","), "{\"input_format\":\"sparse\"}"))
                .isEqualTo("host 10000: row 1 has an index that is not a whole number from 0");
    }

    @Test
    void everyUnknownOrImpossibleParameterIsNamed() throws Exception {
        TableName table = tables.text("id,x0\na,1\n");

        assertThat(failure(table, "{\"delimiter\":\",\"}")).contains("redundant parameters", "delimiter");
        assertThat(failure(table, "{\"data_type\":\"str\",\"missing_fill\":true}"))
                .contains("parameter data_type is str", "gaps");
        assertThat(failure(table, "{\"exclusive_data_type\":{\"x0\":\"str\"},\"output_format\":\"sparse\"}"))
                .contains("parameter data_type is str", "dense");
        assertThat(failure(table, "{\"label_type\":\"str\"}")).contains("parameter label_type is str");
        assertThat(failure(table, "{\"missing_fill_method\":\"mode\"}")).contains("missing_fill_method");
        assertThat(failure(table, "{\"default_value\":\"many\"}")).contains("default_value must be a number");
    }

    @Test
    void textsAreKeptForEncodersAndNobodyComputesWithTheirPlaces() throws Exception {
        TableName table = tables.text("id,y,x0,x1\na,1,red,7\nb,0,,8\nc,1,red,007\n");
        Federation.Run run = run(table, "{\"data_type\":\"str\",\"with_label\":true}");

        TableName output = run.output(HOST, "data");
        try (TableReader reader = run.federation().tables(HOST).open(output)) {
            assertThat(reader.next())
                    .extracting(Row::values)
                    .containsExactly(List.of("1", "red", "7"), List.of("0", "", "8"), List.of("1", "red", "007"));
        }
        Federation.Run scaled = new Federation(directory, HOST)
                .component(FeatureScale::new)
                .input(HOST, "data", output)
                .run();
        assertThat(scaled.failure(HOST)).contains("column x0 holds texts", "OneHotEncoder");
        assertThatThrownBy(() -> DataSet.load(run.federation().tables(HOST), output))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("column x0 holds texts");
    }

    @Test
    void someColumnsMayHoldTextsAndAModelRemembersWhich() throws Exception {
        String parameters = "{\"exclusive_data_type\":{\"x1\":\"str\"}}";
        Model model = run(tables.text("id,x0,x1\na,1,red\n"), parameters).model(HOST);

        Federation.Run run = new Federation(directory, HOST)
                .component(DataTransform::new)
                .input(HOST, "data", tables.text("id,x1,x0\na,blue,2\nb,green,3\n"))
                .model(HOST, ModelInput.Kind.MODEL, model)
                .run();

        try (TableReader reader = run.federation().tables(HOST).open(run.output(HOST, "data"))) {
            assertThat(reader.next())
                    .extracting(Row::values)
                    .containsExactly(List.of("2.0", "blue"), List.of("3.0", "green"));
        }
    }

    private Federation.Run run(TableName table, String parameters) throws Exception {
        return new Federation(directory, HOST)
                .component(DataTransform::new)
                .parameters(parameters)
                .input(HOST, "data", table)
                .run();
    }

    private String failure(TableName table, String parameters) throws Exception {
        return run(table, parameters).failure(HOST);
    }

    private DataSet output(Federation.Run run) throws IOException {
        return tables.load(run.output(HOST, "data"));
    }

    private List<Features> features(Federation.Run run) throws IOException {
        return output(run).instances().stream().map(Instance::features).toList();
    }
}
