package io.fateflow.worker.component.label;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/**
 * Replaces labels by those of an encoder, or numbers them from 0; labels that a given encoder does not name stay, as in
 * FATE. With a model it does the same to other data; given predictions it goes back from codes to labels. Streams.
 */
@AutoService(Component.class)
public final class LabelTransform implements Component {

    @Override
    public String module() {
        return "LabelTransform";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        encoder(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        Optional<LabelEncoder> given = encoder(context.parameters());
        TableName name = context.requireInput();
        TableInfo input = context.tables().find(name).orElseThrow(() -> new IOException("can not found " + name));
        Optional<LabelEncoder> trained = context.model().map(LabelEncoder::load);
        LabelEncoder encoder;
        if (input.schema().instances() == null) {
            encoder = trained.or(() -> given)
                    .orElseThrow(() -> new IOException(context.task().self()
                            + ": predictions need the model of the LabelTransform that changed the labels"));
            context.output(0, predictions(context, input, trained.isPresent() ? encoder.inverse() : encoder));
        } else {
            InstanceTable data = InstanceTable.find(context.tables(), name);
            if (!data.schema().hasLabel()) {
                throw new IOException(context.task().self() + ": the data has no label; set need_run to false here");
            }
            encoder =
                    trained.isPresent() ? trained.get() : learned(context.task().self(), data, given);
            context.output(0, instances(context, data, encoder));
        }
        context.output(encoder.toModel());
        report(context, encoder);
    }

    private static Optional<LabelEncoder> encoder(Parameters parameters) {
        JsonNode given = parameters.any("label_encoder");
        ObjectNode byLabel = parameters.object("label_encoder");
        JsonNode list = parameters.any("label_list");
        parameters.refuseOthers();
        if (!list.isMissingNode() && !given.isMissingNode() && list.size() != byLabel.size()) {
            throw parameters.wrong("label_list", "length should match label_encoder key count");
        }
        try {
            return given.isMissingNode() ? Optional.empty() : Optional.of(LabelEncoder.of(byLabel));
        } catch (NumberFormatException text) {
            throw parameters.wrong("label_encoder", "must map numbers to numbers: labels are numbers here");
        }
    }

    private static LabelEncoder learned(Party self, InstanceTable data, Optional<LabelEncoder> given)
            throws IOException {
        TreeSet<Double> labels = new TreeSet<>();
        data.forEach(instance -> {
            if (Double.isNaN(instance.label())) {
                throw new IOException(self + ": there are rows without a label, as a left join leaves them;"
                        + " a label transform needs all labels");
            }
            labels.add(instance.label());
        });
        return given.isPresent() ? given.get().keeping(labels) : LabelEncoder.numbering(labels);
    }

    private static TableInfo instances(ComponentContext context, InstanceTable data, LabelEncoder encoder)
            throws IOException {
        long[] row = {0};
        try {
            return data.map(
                    context.newOutputTable(),
                    data.schema().withLabel(data.schema().labelName(), encoder.integers()),
                    instance -> {
                        row[0]++;
                        Double code = encoder.codes().get(instance.label());
                        if (code == null) {
                            throw new IllegalArgumentException("has a label that is not in the label encoder");
                        }
                        return instance.withLabel(code);
                    });
        } catch (IllegalArgumentException unknown) {
            throw new IOException(context.task().self() + ": row " + row[0] + " " + unknown.getMessage(), unknown);
        }
    }

    private static TableInfo predictions(ComponentContext context, TableInfo input, LabelEncoder encoder)
            throws IOException {
        if (!input.schema().columns().equals(PredictionLabels.COLUMNS)) {
            throw new IOException(context.task().self()
                    + ": the table holds neither instances nor predictions: put a DataTransform before");
        }
        TableStore tables = context.tables();
        PredictionLabels labels = new PredictionLabels(encoder);
        long row = 0;
        try (TableReader reader = tables.open(input.name());
                TableWriter writer = tables.create(context.newOutputTable(), input.schema())) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row each : rows) {
                    row++;
                    writer.add(labels.isRegression(each) ? each : labels.change(each));
                }
            }
            return writer.commit();
        } catch (IOException unknown) {
            throw new IOException(context.task().self() + ": row " + row + " " + unknown.getMessage(), unknown);
        }
    }

    private static void report(ComponentContext context, LabelEncoder encoder) {
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        metas.set("label_encoder", encoder.toJson());
        context.results()
                .metric(new Metric(
                        "train",
                        "label_transform",
                        "LABEL_TRANSFORM",
                        metas,
                        Map.of("label_transform", IntNode.valueOf(0))));
    }
}
