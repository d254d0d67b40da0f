package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Read back with the library's own reader, which knows numbers and kinds of values only. */
class FateMessagesTest {

    private final FateMessages messages = new FateMessages();

    @Test
    void numbersTextsAndFlagsStandUnderTheirNumbers() throws IOException {
        UnknownFieldSet read = read(
                "LRModelMeta",
                "{\"penalty\": \"L2\", \"tol\": 0.5, \"batchSize\": \"320\", \"fitIntercept\": true, \"maxIter\": 3}");

        assertThat(read.getField(1).getLengthDelimitedList()).containsExactly(ByteString.copyFromUtf8("L2"));
        assertThat(read.getField(2).getFixed64List()).containsExactly(Double.doubleToLongBits(0.5));
        assertThat(read.getField(6).getVarintList())
                .as("a 64-bit integer is a text in JSON")
                .containsExactly(320L);
        assertThat(read.getField(8).getVarintList()).containsExactly(3L);
        assertThat(read.getField(11).getVarintList()).containsExactly(1L);
    }

    @Test
    void whatHasItsDefaultIsNotWritten() throws IOException {
        assertThat(read("LRModelMeta", "{\"penalty\": \"\", \"tol\": 0.0, \"maxIter\": \"0\", \"fitIntercept\": false}")
                        .asMap())
                .isEmpty();
        assertThat(read("LRModelMeta", "{\"predictParam\": {}}").getField(13).getLengthDelimitedList())
                .as("a message that is there and empty is another thing than none")
                .containsExactly(ByteString.EMPTY);
        assertThat(read("LRModelMeta", "{\"tol\": -0.0}").hasField(2)).isTrue();
    }

    @Test
    void listsOfNumbersArePackedAndThoseOfTextsAreNot() throws IOException {
        UnknownFieldSet read =
                read("LRModelParam", "{\"lossHistory\": [1.5, \"NaN\"], \"header\": [\"x0\", \"x1\"], \"iters\": -1}");

        assertThat(read.getField(2).getLengthDelimitedList()).hasSize(1);
        assertThat(read.getField(2).getLengthDelimitedList().get(0).size()).isEqualTo(16);
        assertThat(read.getField(6).getLengthDelimitedList())
                .containsExactly(ByteString.copyFromUtf8("x0"), ByteString.copyFromUtf8("x1"));
        assertThat(read.getField(1).getVarintList()).containsExactly(-1L);
    }

    @Test
    void anEntryOfAMapHasItsKeyAndItsValue() throws IOException {
        UnknownFieldSet read = read("LRModelParam", "{\"weight\": {\"x0\": 0.0, \"x1\": 2.0}}");

        List<ByteString> entries = read.getField(4).getLengthDelimitedList();
        assertThat(entries).hasSize(2);
        UnknownFieldSet zero = UnknownFieldSet.parseFrom(entries.get(0));
        assertThat(zero.getField(1).getLengthDelimitedList()).containsExactly(ByteString.copyFromUtf8("x0"));
        assertThat(zero.getField(2).getFixed64List())
                .as("a weight of nought is one")
                .containsExactly(0L);
    }

    @Test
    void messagesStandInMessages() throws IOException {
        UnknownFieldSet tree = UnknownFieldSet.parseFrom(read(
                        "BoostingTreeModelParam",
                        "{\"trees\": [{\"tree\": [{\"id\": 7, \"weight\": 0.25}], \"splitMaskdict\": {\"3\": 1.5}}]}")
                .getField(2)
                .getLengthDelimitedList()
                .get(0));
        UnknownFieldSet node = UnknownFieldSet.parseFrom(
                tree.getField(1).getLengthDelimitedList().get(0));

        assertThat(node.getField(1).getVarintList()).containsExactly(7L);
        assertThat(node.getField(5).getFixed64List()).containsExactly(Double.doubleToLongBits(0.25));
        UnknownFieldSet mask = UnknownFieldSet.parseFrom(
                tree.getField(2).getLengthDelimitedList().get(0));
        assertThat(mask.getField(1).getVarintList()).as("a number as a key").containsExactly(3L);
    }

    @Test
    void documentsAreBytes() throws IOException {
        ObjectNode pipeline = json("{\"modelId\": \"m\"}").put("trainDsl", "{}".getBytes(StandardCharsets.UTF_8));

        UnknownFieldSet read = UnknownFieldSet.parseFrom(messages.bytes("Pipeline", pipeline));

        assertThat(read.getField(2).getLengthDelimitedList()).containsExactly(ByteString.copyFromUtf8("{}"));
        assertThat(read.getField(5).getLengthDelimitedList()).containsExactly(ByteString.copyFromUtf8("m"));
    }

    @Test
    void aValueOfAnotherTypeIsNamed() {
        assertThatThrownBy(() -> messages.bytes("LRModelParam", json("{\"weight\": {\"x0\": \"much\"}}")))
                .hasMessageContaining("LRModelParam.weight is no double");
    }

    /** What the components here call their files. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DataTransform",
                "HeteroLogisticRegression",
                "HomoLogisticRegression",
                "HeteroLinearRegression",
                "HeteroPoissonRegression",
                "HeteroSecureBoostingTreeGuest",
                "HeteroSecureBoostingTreeHost",
                "HomoSecureBoostingTreeGuest",
                "FeatureBinning",
                "FeatureSelection",
                "FeatureImputation",
                "OneHot",
                "Scale",
                "LabelTransform",
                "SampleWeightModel",
                "ColumnExpand",
                "HeteroKmeans",
                "HeteroPearsonModel",
                "PSI",
                "LocalBaseline"
            })
    void eachModelOfAComponentHereIsAMessageOfFate(String name) {
        assertThat(messages.of(name + "Meta")).isPresent();
        assertThat(messages.of(name + "Param")).isPresent();
    }

    private UnknownFieldSet read(String message, String json) throws IOException {
        return UnknownFieldSet.parseFrom(messages.bytes(message, json(json)));
    }
}
