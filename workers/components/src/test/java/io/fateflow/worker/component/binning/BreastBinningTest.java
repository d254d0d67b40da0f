package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.columns.ColumnData;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** FATE's breast data and what FATE itself made of it, where they are at hand. */
class BreastBinningTest {

    private static final Path DATA = Path.of(System.getProperty("fate.data", "../../../shared/data"));
    private static final Path FATES_MODEL = Path.of(
                    System.getProperty("fate.captures", "../../../shared/reference/captures"))
            .resolve("internal_tracker_hetero_feature_binning_0_none_none_model_get.json");

    @TempDir
    Path directory;

    @Test
    void findsTheSplitPointsThatFateFindsAtTheHost() throws IOException {
        assumeTrue(Files.exists(FATES_MODEL) && Files.isDirectory(DATA), "no FATE data here");
        ColumnData host = ColumnData.read(DATA.resolve("breast_hetero_host.csv"));

        Map<String, List<Double>> expected = fatesSplitPoints();

        assertThat(expected).hasSize(20);
        expected.forEach((column, bounds) -> assertThat(Splitter.QUANTILE
                        .of(host.column(Integer.parseInt(column.substring(1))), 10)
                        .toArray())
                .as(column)
                .containsExactly(
                        bounds.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    @Test
    void computesTheIvOfEveryColumn() throws Exception {
        assumeTrue(Files.isDirectory(DATA), "no FATE data here");
        ColumnData guest = ColumnData.read(DATA.resolve("breast_hetero_guest.csv"));
        ColumnData host = ColumnData.read(DATA.resolve("breast_hetero_host.csv"));
        Federation federation = new Federation(directory, "guest:9999", "host:10000")
                .component(HeteroFeatureBinning::new)
                .parameters("{\"encrypt_param\": {\"key_length\": 1024}}");
        federation.input("guest:9999", "data", guest.at(federation, "guest:9999"));
        federation.input("host:10000", "data", host.at(federation, "host:10000"));

        JsonNode param = federation.run().model("guest:9999").param();

        IntStream.range(0, 10).forEach(i -> assertThat(param.path("binningResult")
                        .path("binningResult")
                        .path("x" + i)
                        .path("iv")
                        .asDouble())
                .as("guest's column %d", i)
                .isCloseTo(
                        PlainIv.of(guest.column(i), guest.labels(), PlainIv.deciles(guest.column(i))), within(1e-9)));
        IntStream.range(0, 20).forEach(i -> assertThat(param.path("hostResults")
                        .path(0)
                        .path("binningResult")
                        .path("host_10000_x" + i)
                        .path("iv")
                        .asDouble())
                .as("host's column %d", i)
                .isCloseTo(PlainIv.of(host.column(i), guest.labels(), PlainIv.deciles(host.column(i))), within(1e-9)));
    }

    private static Map<String, List<Double>> fatesSplitPoints() throws IOException {
        JsonNode data = new ObjectMapper()
                .readTree(FATES_MODEL.toFile())
                .path("response")
                .path("body")
                .path("data");
        byte[] param = Base64.getDecoder()
                .decode(data.path("FeatureBinningParam").path(1).asText());
        Map<String, List<Double>> splits = new TreeMap<>();
        byte[] result = fields(param, 1).get(0);
        for (byte[] column : fields(result, 1)) {
            String name = new String(fields(column, 1).get(0), StandardCharsets.UTF_8);
            byte[] bounds = fields(fields(column, 2).get(0), 7).get(0);
            List<Double> values = new ArrayList<>();
            ByteBuffer buffer = ByteBuffer.wrap(bounds).order(ByteOrder.LITTLE_ENDIAN);
            while (buffer.hasRemaining()) {
                values.add(buffer.getDouble());
            }
            splits.put(name, values);
        }
        return splits;
    }

    /** The values of a length-delimited protobuf field. */
    private static List<byte[]> fields(byte[] message, int wanted) {
        List<byte[]> values = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            long key = varint(in);
            switch ((int) (key & 7)) {
                case 0 -> varint(in);
                case 1 -> in.position(in.position() + Long.BYTES);
                case 2 -> {
                    byte[] value = new byte[(int) varint(in)];
                    in.get(value);
                    if (key >>> 3 == wanted) {
                        values.add(value);
                    }
                }
                default -> throw new IllegalArgumentException("unexpected wire type");
            }
        }
        return values;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
