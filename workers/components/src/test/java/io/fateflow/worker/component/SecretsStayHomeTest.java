package io.fateflow.worker.component;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.binning.HeteroFeatureBinning;
import io.fateflow.worker.component.evaluation.Evaluation;
import io.fateflow.worker.component.intersection.Intersection;
import io.fateflow.worker.component.linear.HeteroLR;
import io.fateflow.worker.component.transform.DataTransform;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.MemoryExchange.Message;

import static org.assertj.core.api.Assertions.assertThat;

/** A whole pipeline, and what a listener on all lines between the sites gets to see of it. */
@Tag("slow")
class SecretsStayHomeTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String ARBITER = "arbiter:10000";
    private static final int COMMON = 40;
    private static final int OWN = 20;
    private static final int COLUMNS = 3;

    @TempDir
    Path directory;

    private final Random random = new Random(7);
    private final Secrets secrets = new Secrets();
    private final List<String> labels = new ArrayList<>();
    private final List<Message> record = new ArrayList<>();
    private final Map<String, TableName> tables = new HashMap<>();

    @Test
    void noRawFeatureNoLabelAndNoForeignIdCrosses() throws Exception {
        store(GUEST, true);
        store(HOST, false);

        step(DataTransform::new, "data", "{}", "{\"with_label\": true, \"label_name\": \"y\"}", GUEST, HOST);
        step(Intersection::new, "data", "{\"rsa_params\": {\"key_length\": 1024}}", "{}", GUEST, HOST);
        step(HeteroFeatureBinning::new, "data", """
                {"bin_num": 4, "encrypt_param": {"key_length": 1024}}""", "{}", GUEST, HOST);
        step(HeteroLR::new, "train_data", """
                {"max_iter": 2, "encrypt_param": {"key_length": 1024}, "init_param": {"init_method": "zeros"}}""", "{}", GUEST, HOST, ARBITER);
        step(Evaluation::new, "data", "{}", "{}", GUEST, HOST, ARBITER);

        assertThat(record.stream().map(Message::variable).distinct())
                .as("the pipeline did exchange something")
                .hasSizeGreaterThan(12);
        assertThat(record)
                .as("ids of common customers cross, in batches: what crosses is found")
                .anyMatch(message ->
                        new String(message.bytes(), StandardCharsets.ISO_8859_1).contains("common-customer-"));
        secrets.assertStayedHome(record);
    }

    /** The first rows are common to both parties; ids of the others are secrets, as is every value. */
    private void store(String party, boolean guest) throws IOException {
        List<String> header = new ArrayList<>(guest ? List.of("y") : List.of());
        IntStream.range(0, COLUMNS).forEach(column -> header.add("x" + column));
        TableName name = new TableName("test", "raw");
        try (TableWriter writer =
                new Federation(directory, party).tables(party).create(name, TableSchema.of("id", header, 1))) {
            for (int row = 0; row < COMMON + OWN; row++) {
                boolean common = row < COMMON;
                String id = (common ? "common-customer-" : party + "-customer-") + row;
                if (!common) {
                    secrets.text("the id of row " + row + " of " + party, id);
                }
                writer.add(new Row(id, values(party, row, guest)));
            }
            writer.commit();
        }
        tables.put(party, name);
        if (guest) {
            secrets.sequence(
                    "labels", labels.stream().mapToDouble(Double::parseDouble).toArray());
        }
    }

    private List<String> values(String party, int row, boolean guest) {
        List<String> values = new ArrayList<>();
        if (guest) {
            String label = random.nextBoolean() ? "1" : "0";
            labels.add(label);
            values.add(label);
        }
        for (int column = 0; column < COLUMNS; column++) {
            double value = random.nextGaussian();
            String text = String.format(Locale.ROOT, "%.6f", value);
            String what = "column " + column + " of row " + row + " of " + party;
            secrets.text(what + " as it was uploaded", text).number(what, Double.parseDouble(text));
            values.add(text);
        }
        return values;
    }

    private void step(
            Callable<Component> component, String input, String parameters, String guestParameters, String... parties)
            throws InterruptedException {
        Federation federation = new Federation(directory, parties)
                .component(component)
                .parameters(parameters)
                .parameters(GUEST, guestParameters);
        for (String party : parties) {
            if (tables.containsKey(party)) {
                federation.input(party, input, tables.get(party));
            }
        }
        Federation.Run run = federation.run();
        record.addAll(run.record());
        tables.clear();
        for (String party : parties) {
            if (!run.result(party).path("outputs").isEmpty()) {
                tables.put(party, run.output(party, "data"));
            }
        }
    }
}
