package io.fateflow.worker.component.split;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStream;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class DataSplitTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String HOST_2 = "host:10001";
    private static final String[] OUTPUTS = {"train_data", "validate_data", "test_data"};

    @TempDir
    Path directory;

    @Test
    void everyPartyGetsTheSameIdsInEachPart() throws Exception {
        Federation.Run run = hetero("{\"test_size\":0.3,\"validate_size\":0.2}", 20);

        List<String> all = new ArrayList<>();
        for (String output : OUTPUTS) {
            List<String> ids = ids(run, GUEST, output);
            assertThat(ids(run, HOST, output)).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(ids(run, HOST_2, output)).containsExactlyInAnyOrderElementsOf(ids);
            all.addAll(ids);
        }
        assertThat(all).hasSize(20).doesNotHaveDuplicates();
        assertThat(sizes(run)).containsExactly(10, 4, 6);
        assertThat(run.result(HOST).at("/summary/data_split_count_info").toString())
                .isEqualTo("{\"train\":10,\"validate\":4,\"test\":6,\"original\":20}");
        assertThat(run.result(GUEST).at("/summary/data_split_ratio_info/test").asDouble())
                .isEqualTo(0.3);
    }

    @Test
    void theOrderOfIdsTellsNoLabel() throws Exception {
        Federation.Run run = hetero("{\"stratified\":true,\"test_size\":0.4}", 20);

        for (MemoryExchange.Message message : run.record()) {
            List<String> ids = new ArrayList<>();
            TableStream.read(new ByteArrayInputStream(message.bytes()), row -> ids.add(row.id()));
            assertThat(ids).as(message.variable()).isSorted();
        }
    }

    @Test
    void onlyIdsCrossUnderFatesNames() throws Exception {
        Federation.Run run = hetero("{\"stratified\":true}", 20);

        String variables = "federatedml.transfer_variable.transfer_class.data_split_transfer_variable"
                + ".DataSplitTransferVariable.";
        assertThat(run.record())
                .extracting(MemoryExchange.Message::variable)
                .containsOnly(variables + "id_train", variables + "id_validate", variables + "id_test");
        assertThat(run.record()).extracting(message -> message.from().role()).containsOnly("guest");
        assertThat(run.record()).hasSize(6);
        assertThat(run.result(HOST).path("summary").has("data_split_label_info"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|8,2,0",
                "{'train_size':7,'test_size':2,'validate_size':1}|7,1,2",
                "{'train_size':7}|7,0,3",
                "{'test_size':0.25}|8,0,2",
                "{'validate_size':0.2,'train_size':0.5}|5,2,3",
                "{'test_size':10}|0,0,10",
                "{'train_size':1.0}|10,0,0"
            })
    void sizesAreSharesOrNumbers(String parameters, String sizes) throws Exception {
        assertThat(String.join(
                        ",",
                        sizes(homo(parameters.replace('\'', '"'), labels(10))).stream()
                                .map(String::valueOf)
                                .toList()))
                .isEqualTo(sizes);
    }

    @Test
    void aSeedMakesTheSplitTheSame() throws Exception {
        Federation.Run one = homo("{\"random_state\":7}", labels(50));
        Federation.Run two = homo("{\"random_state\":7}", labels(50));
        Federation.Run three = homo("{\"random_state\":8}", labels(50));

        assertThat(ids(two, GUEST, "train_data")).isEqualTo(ids(one, GUEST, "train_data"));
        assertThat(ids(three, GUEST, "train_data")).isNotEqualTo(ids(one, GUEST, "train_data"));
    }

    @Test
    void withoutShufflingTheFirstIdsTrain() throws Exception {
        assertThat(ids(homo("{\"shuffle\":false,\"train_size\":3}", labels(6)), GUEST, "train_data"))
                .containsExactlyInAnyOrder("id0", "id1", "id2");
    }

    @Test
    void aStratifiedSplitKeepsTheSharesOfTheLabels() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 10; round++) {
            double[] labels = labels(40 + random.nextInt(60));
            long ones = count(labels, 1);

            Federation.Run run = homo("{\"stratified\":true,\"train_size\":0.5,\"test_size\":0.5}", labels);

            DataSet train = data(run, GUEST, "train_data");
            assertThat((double) count(train.labels(), 1))
                    .as("seed %d round %d", seed, round)
                    .isBetween(ones / 2.0 - 1, ones / 2.0 + 1);
            JsonNode info = run.result(GUEST).at("/summary/data_split_label_info");
            assertThat(info.at("/train/1").asLong()).isEqualTo(count(train.labels(), 1));
            assertThat(info.at("/original/1").asLong()).isEqualTo(ones);
            assertThat(info.at("/test/0").asLong() + info.at("/train/0").asLong())
                    .isEqualTo(labels.length - ones);
        }
    }

    @Test
    void labelsThatAreNoClassesAreStratifiedByRanges() throws Exception {
        double[] labels = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};

        Federation.Run run =
                homo("{\"stratified\":true,\"split_points\":[0.35],\"test_size\":0.5,\"train_size\":0.5}", labels);

        JsonNode info = run.result(GUEST).at("/summary/data_split_label_info");
        assertThat(info.path("train").toString()).isEqualTo("{\"0\":2,\"1\":2}");
        assertThat(info.path("continuous_label").asBoolean()).isTrue();
        assertThat(info.path("split_points").toString()).isEqualTo("[0.35]");
    }

    @Test
    void wrongParametersAreNamed() throws Exception {
        assertThat(homo("{\"train_size\":0.9,\"test_size\":0.5}", labels(10)).failure(GUEST))
                .contains("train_size", "should sum up to 1.0 or data count, which is 10");
        assertThat(homo("{\"test_size\":11}", labels(10)).failure(GUEST)).contains("should sum up");
        assertThat(homo("{\"test_size\":1.5}", labels(10)).failure(GUEST)).contains("test_size must be");
        assertThat(homo("{\"random_state\":-1}", labels(10)).failure(GUEST)).contains("random_state");
        assertThat(homo("{\"stratified\":true,\"shuffle\":false}", labels(10)).failure(GUEST))
                .contains("shuffle must be true for a stratified split");
        assertThat(homo("{}").failure(GUEST)).isEqualTo("guest 9999: the input table has no rows");
    }

    @Test
    void stratifyingNeedsALabel() throws Exception {
        Federation federation = federation(HomoDataSplit::new, "{\"stratified\":true}", HOST);

        assertThat(federation
                        .input(HOST, "data", table(federation, HOST, false, labels(4)))
                        .run()
                        .failure(HOST))
                .isEqualTo("host 10000: the data has no label, a stratified split needs one");
    }

    private Federation.Run hetero(String parameters, int rows) throws Exception {
        Federation federation = federation(HeteroDataSplit::new, parameters, GUEST, HOST, HOST_2);
        for (String party : List.of(GUEST, HOST, HOST_2)) {
            federation.input(party, "data", table(federation, party, party.equals(GUEST), labels(rows)));
        }
        return federation.run();
    }

    private Federation.Run homo(String parameters, double... labels) throws Exception {
        Federation federation = federation(HomoDataSplit::new, parameters, GUEST);
        return federation
                .input(GUEST, "data", table(federation, GUEST, true, labels))
                .run();
    }

    private Federation federation(Callable<Component> component, String parameters, String... parties) {
        return new Federation(directory, parties)
                .component(component)
                .parameters(parameters)
                .dataOutputs(OUTPUTS);
    }

    /** The rows of each party are in an order of their own. */
    private static TableName table(Federation federation, String party, boolean labelled, double... labels)
            throws Exception {
        InstanceSchema schema = InstanceSchema.dense(List.of("a"), List.of("x0"));
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            instances.add(Instance.of("id" + i, labelled ? labels[i] : Double.NaN, new DenseFeatures(i)));
        }
        Collections.shuffle(instances, new Random(party.hashCode()));
        return new Tables(federation.tables(party))
                .instances(labelled ? schema.withLabel("y", true) : schema, instances.toArray(Instance[]::new));
    }

    /** Every third one is 1. */
    private static double[] labels(int count) {
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            labels[i] = i % 3 == 0 ? 1 : 0;
        }
        return labels;
    }

    private static long count(double[] labels, double wanted) {
        return Arrays.stream(labels).filter(label -> label == wanted).count();
    }

    private static List<Integer> sizes(Federation.Run run) throws Exception {
        List<Integer> sizes = new ArrayList<>();
        for (String output : OUTPUTS) {
            sizes.add(data(run, GUEST, output).size());
        }
        return sizes;
    }

    private static List<String> ids(Federation.Run run, String party, String output) throws Exception {
        return data(run, party, output).ids();
    }

    private static DataSet data(Federation.Run run, String party, String output) throws Exception {
        return new Tables(run.federation().tables(party)).load(run.output(party, output));
    }
}
